# Functions that are too short, or begin too unusually, to replace their first five bytes with a
# plain jump. All take and return a long, in rdi and rax.
	.text
.macro function name align=4
	.p2align \align
	.globl \name
	.type \name,@function
\name:
	.cfi_startproc
.endm
.macro done name
	.cfi_endproc
	.size \name,.-\name
.endm

function one_byte
	ret
done one_byte
# Follow the previous function directly, without padding.
function three_bytes 0
	xor %eax, %eax
	ret
done three_bytes
function four_bytes 0
	mov %rdi, %rax
	ret
done four_bytes
function five_bytes 0
	lea 1(%rdi), %eax
	.byte 0xf3                   # rep ret
	ret
done five_bytes

# Short, but followed by padding.
function padded
	mov %rdi, %rax
	ret
done padded
	.p2align 4,0xcc

# Jumps back to its own start: an iteration is not a call.
function loops_to_start
	dec %rdi
	jg loops_to_start
	mov %rdi, %rax
	ret
done loops_to_start

# Jumps back to its own start from behind the bytes that a sensor's jump replaces.
function far_loop_to_start
	lea -1(%rdi), %rdi
	test %rdi, %rdi
	jg far_loop_to_start
	mov %rdi, %rax
	ret
done far_loop_to_start

# Jumps back into the bytes that a sensor's jump replaces.
function loops_inside
	xor %eax, %eax
1:	inc %rax
	dec %rdi
	jg 1b
	ret
done loops_inside

# Another function jumps to its second instruction.
function jumped_into
	mov %rdi, %rax
inside:	lea 1(%rax), %rax
	nop
	ret
done jumped_into
function jumps_into
	mov %rdi, %rax
	add $1, %rax
	jmp inside
done jumps_into

function counts_register
	mov %rdi, %rcx
	jrcxz 1f
	mov $1, %eax
	ret
1:	xor %eax, %eax
	ret
done counts_register

function branches_first
	xor %eax, %eax
	test %edi, %edi
	je 1f
	mov $2, %eax
1:	ret
done branches_first

function jumps_first
	jmp four_bytes
done jumps_first

function jumps_first_short
	jmp 1f
	.skip 20, 0x90
1:	lea 3(%rdi), %rax
	ret
done jumps_first_short

	.data
	.p2align 3
variable: .quad 5
table:	.quad case_0, case_1
	.text
function relative
	mov variable(%rip), %rax
	add %rdi, %rax
	ret
done relative
function relative_immediate
	cmpl $5, variable(%rip)
	sete %al
	movzbl %al, %eax
	ret
done relative_immediate

# The callee computes its result from its return address, which must be the original one.
function where_called
	mov (%rsp), %rax
	ret
done where_called
function calls_first
	call where_called
after_call:
	lea after_call(%rip), %rdx
	sub %rdx, %rax
	add %rdi, %rax
	ret
done calls_first
function pushes_and_calls
	push %rbx
	.cfi_adjust_cfa_offset 8
	mov %rdi, %rbx
	call where_called
	mov %rbx, %rax
	pop %rbx
	.cfi_adjust_cfa_offset -8
	ret
done pushes_and_calls
# Begins with a long instruction, and jumps to the instruction after the jump.
function calls_in_the_middle
	lea four_bytes(%rip), %rax
	jmp 1f
1:	ret
done calls_in_the_middle
function calls_indirectly
	push %rdi
	.cfi_adjust_cfa_offset 8
	call *callee(%rip)
	pop %rax
	.cfi_adjust_cfa_offset -8
	ret
done calls_indirectly
	.data
callee:	.quad where_called
	.text
# Calls through a register in two bytes: the next instructions are in the replaced bytes, too.
function calls_register
	call *%rsi
	inc %rax
	dec %rax
	ret
done calls_register
# Determines its own address with a call to the next instruction, as 32-bit code does.
function call_to_next
	call 1f
1:	pop %rax
	lea 1b(%rip), %rdx
	sub %rdx, %rax
	add %rdi, %rax
	ret
done call_to_next

function marked
	endbr64
	lea 4(%rdi), %rax
	ret
done marked
function marked_short
	endbr64
	mov %rdi, %rax
	ret
done marked_short

function switches
	and $1, %edi
	lea table(%rip), %rax
	jmp *(%rax,%rdi,8)
case_0:	xor %eax, %eax
	ret
case_1:	mov $1, %eax
	ret
done switches

# Pops its return address at the beginning, and pushes it again before it returns.
function pops_arguments
	pop %rdx
	.cfi_adjust_cfa_offset -8
	mov %rdi, %rax
	push %rdx
	.cfi_adjust_cfa_offset 8
	ret
done pops_arguments

# Removes an argument from the stack when it returns.
function takes_stack
	mov 8(%rsp), %rax
	ret $8
done takes_stack
function gives_stack
	push %rdi
	.cfi_adjust_cfa_offset 8
	call takes_stack
	.cfi_adjust_cfa_offset -8
	ret
done gives_stack
function locked
	lock incq variable2(%rip)
	mov %rdi, %rax
	ret
done locked
	.data
variable2: .quad 0
	.section .note.GNU-stack,"",@progbits
