/*
 * Calls a function on a thread that carries out an order, on a stack in the agent's memory. Preserves the state of
 * the thread that the order does not: vector and x87 registers, and errno. Blocks all signals except those that report a
 * fault.
 */
#include "agent/agent.h"

	.globl agent_call, agent_call_over
	.hidden agent_call, agent_call_over

/* rt_sigprocmask(SIG_SETMASK, rsi, none, 8) */
.macro SET_MASK
	mov $2, %edi
	xor %edx, %edx
	mov $8, %r10d
	mov $14, %eax
	syscall
.endm
.macro ALL_PARTS
	mov $-1, %eax
	mov $-1, %edx
.endm

	.text
	.p2align 4
	.cfi_startproc
	.cfi_undefined rip                     /* unwinding ends here */
agent_call:
	push %rbx
	push %rbp
	push %r12
	push %r13
	push %r14
	push %r15
	mov %rdi, %rbx
	mov %rsp, CALL_STACK(%rbx)
	ALL_PARTS
	xsave64 CALL_VECTORS(%rbx)
	fninit
	lea AGENT_CALL_SIZE(%rbx), %rsp
	pushq $0x1f80
	ldmxcsr (%rsp)
	and $-16, %rsp
	lea CALL_MASK(%rbx), %rsi
	SET_MASK
	mov CALL_ERRNO(%rbx), %rax
	test %rax, %rax
	jz 1f
	call *%rax
	mov %rax, CALL_ERRNO_AT(%rbx)
	mov (%rax), %eax
	mov %eax, CALL_ERRNO_WAS(%rbx)
1:	mov CALL_WHOLES(%rbx), %rdi
	mov CALL_WHOLES+8(%rbx), %rsi
	mov CALL_WHOLES+16(%rbx), %rdx
	mov CALL_WHOLES+24(%rbx), %rcx
	mov CALL_WHOLES+32(%rbx), %r8
	mov CALL_WHOLES+40(%rbx), %r9
	movsd CALL_FRACTIONS(%rbx), %xmm0
	movsd CALL_FRACTIONS+8(%rbx), %xmm1
	movsd CALL_FRACTIONS+16(%rbx), %xmm2
	movsd CALL_FRACTIONS+24(%rbx), %xmm3
	movsd CALL_FRACTIONS+32(%rbx), %xmm4
	movsd CALL_FRACTIONS+40(%rbx), %xmm5
	movsd CALL_FRACTIONS+48(%rbx), %xmm6
	movsd CALL_FRACTIONS+56(%rbx), %xmm7
	mov $8, %eax                           /* vector registers in use, for variadic functions */
	xor %ebp, %ebp
	call *CALL_FUNCTION(%rbx)
	mov %rax, CALL_RESULT(%rbx)
	movsd %xmm0, CALL_FRACTION(%rbx)
	movl $2, CALL_STATE(%rbx)              /* CALL_RETURNED */
agent_call_over:
	cld
	mov CALL_STACK(%rbx), %rsp
	pushq $-1
	mov %rsp, %rsi
	SET_MASK
	pop %rax
	mov CALL_ERRNO_AT(%rbx), %rax
	test %rax, %rax
	jz 2f
	mov CALL_ERRNO_WAS(%rbx), %ecx
	mov %ecx, (%rax)
2:	ALL_PARTS
	xrstor64 CALL_VECTORS(%rbx)
	movl $0, CALL_STATE(%rbx)              /* CALL_NONE: another call may be made */
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %rbp
	pop %rbx
	ret
	.cfi_endproc

	.section .note.GNU-stack, "", @progbits
