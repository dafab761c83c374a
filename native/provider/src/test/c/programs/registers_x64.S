# Calls functions with known values in all registers, to check that a sensor changes none: gcc's
# -fipa-ra lets a caller keep values in registers that its callee does not touch, whatever the calling
# convention says.
#
# struct registers: 15 general registers (rax rcx rdx rbx rbp rsi rdi r8-r15) at 0, the flags at 120,
# mxcsr at 128, x87 control word at 132, opmask registers k0-k7 at 192, zmm0-31 at 256; 2304 bytes.
	.text

# Touches no register; long enough for a sensor's jump.
	.p2align 4
	.globl touches_nothing
	.type touches_nothing,@function
touches_nothing:
	.cfi_startproc
	nopl 0(%rax,%rax)
	ret
	.cfi_endproc
	.size touches_nothing,.-touches_nothing

# Returns its result in the flags alone, as hand-written assembly does: sets the carry flag.
	.p2align 4
	.globl answers_in_flags
	.type answers_in_flags,@function
answers_in_flags:
	.cfi_startproc
	nopl 0(%rax,%rax)
	clc
	stc
	ret
	.cfi_endproc
	.size answers_in_flags,.-answers_in_flags

.macro general_load base
	mov 8(\base), %rcx
	mov 16(\base), %rdx
	mov 24(\base), %rbx
	mov 32(\base), %rbp
	mov 40(\base), %rsi
	mov 56(\base), %r8
	mov 64(\base), %r9
	mov 72(\base), %r10
	mov 80(\base), %r11
	mov 88(\base), %r12
	mov 96(\base), %r13
	mov 104(\base), %r14
	mov 112(\base), %r15
	mov 0(\base), %rax
	mov 48(\base), %rdi
.endm

.macro vectors operation
	.irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	\operation \n
	.endr
.endm
.macro load_128 n
	movups 256+64*\n(%rdi), %xmm\n
.endm
.macro store_128 n
	movups %xmm\n, 256+64*\n(%rdi)
.endm
.macro load_512 n
	vmovdqu64 256+64*\n(%rdi), %zmm\n
.endm
.macro store_512 n
	vmovdqu64 %zmm\n, 256+64*\n(%rdi)
.endm
.macro all_512 operation
	vectors \operation
	.irp n, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	\operation \n
	.endr
.endm
.macro masks operation
	.irp n, 0,1,2,3,4,5,6,7
	\operation \n
	.endr
.endm
.macro load_mask n
	kmovw 192+8*\n(%rdi), %k\n
.endm
.macro store_mask n
	kmovw %k\n, 192+8*\n(%rdi)
.endm

# void call_with(const struct registers *in, struct registers *out, void (*callee)(void), int wide)
# Calls callee with the registers in, and stores in out those that it leaves; wide: with AVX-512's.
	.globl call_with
	.type call_with,@function
call_with:
	.cfi_startproc
	push %rbx
	.cfi_adjust_cfa_offset 8
	push %rbp
	.cfi_adjust_cfa_offset 8
	push %r12
	.cfi_adjust_cfa_offset 8
	push %r13
	.cfi_adjust_cfa_offset 8
	push %r14
	.cfi_adjust_cfa_offset 8
	push %r15
	.cfi_adjust_cfa_offset 8
	sub $24, %rsp
	.cfi_adjust_cfa_offset 24
	mov %rsi, 0(%rsp)
	mov %rdx, 8(%rsp)
	mov %ecx, 16(%rsp)
	ldmxcsr 128(%rdi)
	fldcw 132(%rdi)
	test %ecx, %ecx
	jz 1f
	all_512 load_512
	masks load_mask
	jmp 2f
1:	vectors load_128
2:	pushq 120(%rdi)
	popfq
	general_load %rdi
	call *8(%rsp)
	pushfq
	push %rdi
	mov 16(%rsp), %rdi           # out
	mov %rax, 0(%rdi)
	mov %rcx, 8(%rdi)
	mov %rdx, 16(%rdi)
	mov %rbx, 24(%rdi)
	mov %rbp, 32(%rdi)
	mov %rsi, 40(%rdi)
	pop %rax
	mov %rax, 48(%rdi)
	mov %r8, 56(%rdi)
	mov %r9, 64(%rdi)
	mov %r10, 72(%rdi)
	mov %r11, 80(%rdi)
	mov %r12, 88(%rdi)
	mov %r13, 96(%rdi)
	mov %r14, 104(%rdi)
	mov %r15, 112(%rdi)
	pop %rax
	mov %rax, 120(%rdi)
	cld
	stmxcsr 128(%rdi)
	fnstcw 132(%rdi)
	cmpl $0, 16(%rsp)
	je 3f
	all_512 store_512
	masks store_mask
	vzeroupper
	jmp 4f
3:	vectors store_128
4:	fninit
	movl $0x1f80, 16(%rsp)
	ldmxcsr 16(%rsp)
	add $24, %rsp
	.cfi_adjust_cfa_offset -24
	pop %r15
	.cfi_adjust_cfa_offset -8
	pop %r14
	.cfi_adjust_cfa_offset -8
	pop %r13
	.cfi_adjust_cfa_offset -8
	pop %r12
	.cfi_adjust_cfa_offset -8
	pop %rbp
	.cfi_adjust_cfa_offset -8
	pop %rbx
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size call_with,.-call_with
	.section .note.GNU-stack,"",@progbits
