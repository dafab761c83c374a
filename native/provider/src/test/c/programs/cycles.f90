! A kernel that OpenMP threads call; obeys "run R" and "quit", prints as target.h says.
module kernels
contains
  subroutine kernel(a, n, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
    do i = 1, n
      a(i) = sqrt(a(i) * 1.0001d0 + 0.5d0)
      s = s + a(i)
    end do
  end subroutine
end module

program cycles
  use kernels
  implicit none
  character(256) :: line
  integer :: status, rounds
  print '(a)', 'ready'
  flush (6)
  do
    read (*, '(a)', iostat=status) line
    if (status /= 0 .or. line(1:4) == 'quit') exit
    read (line(5:), *) rounds
    call compute(rounds)
    print '(a)', '.'
    flush (6)
  end do
  if (status == 0) stop 7
contains
  subroutine compute(rounds)
    integer, intent(in) :: rounds
    real(8) :: a(500), s, sums(rounds)
    integer :: i
!$omp parallel do private(a, s) schedule(dynamic)
    do i = 1, rounds
      a = i
      call kernel(a, 500, s)
      sums(i) = s
    end do
!$omp end parallel do
    s = 0
    do i = 1, rounds
      s = s + sums(i)
    end do
    print '(a, i0)', 'count __kernels_MOD_kernel ', rounds
    print '(a, z16.16)', 'sum ', transfer(s, 1_8)
    print '(a)', 'errors 0'
  end subroutine
end program
