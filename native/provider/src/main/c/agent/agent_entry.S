/*
 * The code that runs at every probed call, completes transfers that a stop has cut short, and carries
 * out the engine's orders. All registers are preserved: gcc's -fipa-ra lets callers of local functions
 * rely on registers the function happens not to use. SIMD and x87 registers are never touched.
 *
 * The path of a call: function's first bytes -> trampoline (saves rax, rax = sensor) -> agent_entry ->
 * thunk (calls the moved first instructions) -> the function -> thunk -> agent_exit -> caller.
 *
 * Signals may arrive anywhere and their handlers may call probed functions, too. Nothing is locked;
 * instead, stores are ordered so that a whole call can be nested at any instruction:
 *   - entry claims its slot (top) with one store before it fills it in; place is 0 until
 *     the slot is filled in;
 *   - place is set only after the return address on the stack has become the thunk's;
 *   - exit has read all it needs before it frees its slot, and leaves the thunk's return address on
 *     the stack until then.
 */
#include "agent/agent.h"

	.globl agent_entry_rewrite
	.hidden agent_entry_rewrite, agent_rewrite
	.globl agent_head, agent_entry, agent_entry_more, agent_exit, agent_order, agent_order_end
	.hidden agent_head, agent_entry, agent_entry_more, agent_exit, agent_order, agent_order_end
	.hidden agent_state, agent_wipe, agent_find, agent_abandon, agent_flush
	.hidden agent_transfer, agent_transfer_end
	.hidden agent_call_over, agent_more_begin, agent_more_end, agent_prepare, agent_find_fde

/* ---------------------------------------------------------------- head */
	.section .head, "ax"
agent_head:
	.quad AGENT_MAGIC
	.long AGENT_ABI
	.long 80
	.long agent_entry
	.long agent_entry_more
	.long agent_exit
	.long agent_order
	.long agent_order_end
	.long agent_prepare
	.long agent_to_sensor
	.long agent_to_finder
	.long agent_find_fde
	.long agent_code_end
	.long agent_mark_0 - 4
	.long agent_mark_1 - 4
	.long agent_entry_rewrite
	.long agent_call_over
	.long agent_transfer
	.long agent_transfer_end

	.text
/* The unwind information is exact at each instruction, because a signal may arrive at any of them, and its handler
   may take a backtrace or end the thread. The return address is the one on the stack, which may already be a
   thunk's (agent_unwind.c continues from thunks). */
.macro SAVE register
	push \register
	.cfi_adjust_cfa_offset 8
.endm
.macro BACK register
	pop \register
	.cfi_adjust_cfa_offset -8
.endm

/* Calls a C function; preserves all general registers except rax, rcx, rdx, rsi and rdi. */
.macro CALL_C function
	SAVE %r8
	SAVE %r9
	SAVE %r10
	SAVE %r11
	call \function
	BACK %r11
	BACK %r10
	BACK %r9
	BACK %r8
.endm

/* ---------------------------------------------------------------- trampolines */
/* The beginnings of trampolines; the engine copies them and fills in the addresses. */
	.p2align 4
	.cfi_startproc
agent_to_sensor:
	endbr64
	SAVE %rax
	movabs $0, %rax                        /* sensor */
	jmp *0f(%rip)
0:	.quad 0                                /* agent_entry or agent_entry_more */
	.cfi_endproc

	.p2align 4
	.cfi_startproc
agent_to_finder:
	endbr64
	lea agent_to_finder+AGENT_MOVED(%rip), %rdx /* the function itself: agent_find_fde's third argument */
	.skip 4, 0x90                          /* puts the jump at the offset it has in agent_to_sensor */
	jmp *0f(%rip)
0:	.quad 0                                /* agent_find_fde */
	.cfi_endproc

/* ---------------------------------------------------------------- entry */
/* In: rax = sensor; on the stack: caller's rax, return address. Offsets from the return address (place):
   -8 rax, -16 rcx, -24 rdx, -32 rdi, -40 rsi, -48 flags, -56 where to jump when all registers are restored. */
.macro ENTRY more
	.cfi_startproc
	.cfi_def_cfa rsp, 16
	SAVE %rcx
	SAVE %rdx
	SAVE %rdi
	SAVE %rsi
	mov %rax, %rcx
	lahf
	seto %al
	SAVE %rax
	mov %rcx, %rax
	mov %fs:0, %rcx
	imul $KEY_FACTOR, %rcx, %rdx
	shr $(KEY_SHIFT - 4), %rdx
	and $(((1 << WIPE_KEY_BITS) - 1) << 4), %edx
	lea agent_wipe+WIPE_KEYS(%rip), %rdi
	cmp %rcx, (%rdi,%rdx)
	jne 6f
	mov 8(%rdi,%rdx), %rcx                 /* rcx = context */
	mov %fs:0x7fffffff, %edx               /* the engine fills in the place of the mark */
agent_mark_\more:
	cmp %edx, CONTEXT_THREAD_MARK(%rcx)
	jne 6f                                 /* another thread, which reuses a dead one's memory */
	mov CONTEXT_TOP(%rcx), %rdx            /* rdx = slot */
	lea 48(%rsp), %rdi                     /* place */
	cmp %rdi, SLOT_PLACE-SLOT_SIZE(%rdx)
	jbe 5f
1:	cmp %rdx, CONTEXT_END(%rcx)
	jbe 6f
	mov SLOT_PARENT_KEY-SLOT_SIZE(%rdx), %esi
	or SENSOR_REGION(%rax), %esi           /* esi = edge */
	imul $EDGE_FACTOR, %esi, %edi
	shr $(EDGE_HASH_SHIFT - 3), %edi
	and $(((1 << TABLE_BITS) - 1) << 3), %edi
	mov AGENT_SLOT_TO_TABLE(%rcx,%rdi), %rdi /* rdi = record */
	cmp %esi, RECORD_EDGE(%rdi)
	jne 6f
2:	lea SLOT_SIZE(%rdx), %rsi
	mov %rsi, CONTEXT_TOP(%rcx)            /* the slot is ours */
	mov SENSOR_PARENT_KEY(%rax), %rsi
	mov %rsi, SLOT_PARENT_KEY(%rdx)
	mov SENSOR_FUNCTION(%rax), %rsi
	mov %rsi, SLOT_TARGET(%rdx)
	movq $0, SLOT_INSIDE(%rdx)
	mov 48(%rsp), %rsi
	mov %rsi, SLOT_RETURN(%rdx)
	mov %rdi, SLOT_RECORD(%rdx)
	.if \more
	mov %rax, %rsi                         /* sensor, for agent_more_begin */
	.endif
	lea -AGENT_THUNK_TO_SLOT(%rdx), %rcx
	mov %rcx, -8(%rsp)                     /* jump there at the end */
	add $AGENT_RETURN_POINT, %rcx
	mov %rcx, 48(%rsp)
	lea 48(%rsp), %rcx
	mov %rcx, SLOT_PLACE(%rdx)             /* the slot is valid */
	.if \more
	lea -8(%rsp), %rsp
	.cfi_adjust_cfa_offset 8
	SAVE %rdi
	SAVE %rdx
	mov %rdx, %rdi                         /* agent_more_begin(slot, sensor) */
	CALL_C agent_more_begin
	BACK %rdx
	BACK %rdi
	lea 8(%rsp), %rsp
	.cfi_adjust_cfa_offset -8
	.endif
	mov %rdx, %rcx
	rdtsc
	shl $32, %rdx
	or %rdx, %rax
	mov %rax, SLOT_START(%rcx)
	mov RECORD_HEAD(%rdi), %rdx
	cmpq $0, RECORD_OUTERMOST(%rdi,%rdx)
	jne 3f
	mov %rcx, RECORD_OUTERMOST(%rdi,%rdx)
	mov %rax, RECORD_OPEN_SINCE(%rdi)
3:	BACK %rax
	add $0x7f, %al
	sahf
	BACK %rsi
	BACK %rdi
	BACK %rdx
	BACK %rcx
	BACK %rax
	lea 8(%rsp), %rsp
	.cfi_adjust_cfa_offset -8
	jmp *-64(%rsp)                         /* within the red zone */
	.cfi_def_cfa rsp, 56
5:	/* The innermost open call's frame is not above ours: its place equals ours after a tail call, and the
	   slot is then valid as long as the return address is its thunk's. agent_find looks into all other cases. */
	cmp %rdi, SLOT_PLACE-SLOT_SIZE(%rdx)
	jne 6f
	lea -AGENT_THUNK_TO_SLOT-SLOT_SIZE+AGENT_RETURN_POINT(%rdx), %rsi
	cmp %rsi, (%rdi)
	je 1b
6:	/* agent_find(sensor, place) returns context and record; without a context, the call runs unmeasured */
	SAVE %rax
	mov %rax, %rdi
	lea 56(%rsp), %rsi
	CALL_C agent_find
	mov %rax, %rcx
	mov %rdx, %rdi
	BACK %rax
	test %rcx, %rcx
	jz 7f
	mov CONTEXT_TOP(%rcx), %rdx
	jmp 2b
7:	mov SENSOR_FUNCTION(%rax), %rax
	mov %rax, -8(%rsp)
	BACK %rax
	add $0x7f, %al
	sahf
	BACK %rsi
	BACK %rdi
	BACK %rdx
	BACK %rcx
	BACK %rax
	jmp *-56(%rsp)
	.cfi_endproc
.endm

	.p2align 6
agent_entry:
	ENTRY 0

	.p2align 6
agent_entry_more:
	ENTRY 1

/* In as for ENTRY. Rewrites arguments, then continues at the ordinary entry, with the same sensor or another one.
   Needs no context of the thread, so it works in forked children, too. Offsets from the stack pointer at the end:
   -80 where to jump, -88 sensor. */
	.p2align 6
	.cfi_startproc
	.cfi_def_cfa rsp, 16
agent_entry_rewrite:
	SAVE %rcx
	SAVE %rdx
	SAVE %rdi
	SAVE %rsi
	SAVE %r8
	SAVE %r9
	SAVE %r10
	SAVE %r11
	mov %rax, %rcx
	lahf
	seto %al
	SAVE %rax
	SAVE %rcx
	mov %rcx, %rdi
	lea 16(%rsp), %rsi                     /* agent_rewrite(sensor, saved registers) */
	call agent_rewrite
	BACK %rcx
	mov %rax, %rcx                         /* the sensor to continue with */
	lea agent_entry(%rip), %rdx
	testl $~SENSOR_PLAIN, SENSOR_FLAGS(%rcx)
	jz 1f
	lea agent_entry_more(%rip), %rdx
1:	mov %rdx, -8(%rsp)
	mov %rcx, -16(%rsp)
	BACK %rax
	add $0x7f, %al
	sahf
	BACK %r11
	BACK %r10
	BACK %r9
	BACK %r8
	BACK %rsi
	BACK %rdi
	BACK %rdx
	BACK %rcx
	mov -88(%rsp), %rax
	jmp *-80(%rsp)
	.cfi_endproc

/* ---------------------------------------------------------------- exit */
/* In: rax = slot, the function's rax at -16(rsp), the thunk's return point still at -8(rsp). */
	.p2align 6
	.cfi_startproc
	.cfi_def_cfa rsp, 0
agent_exit:
	lea -16(%rsp), %rsp
	.cfi_adjust_cfa_offset 16
	SAVE %rcx
	SAVE %rdx
	SAVE %rdi
	mov %rax, %rcx                         /* rcx = slot */
	lahf
	seto %al
	SAVE %rax
	rdtsc
	shl $32, %rdx
	or %rdx, %rax                          /* rax = now */
	mov SLOT_RECORD(%rcx), %rdi            /* rdi = record */
	test $SLOT_MARKS, %dil
	jnz 8f
1:	cmpq $0, agent_wipe(%rip)
	je 13f                                 /* a forked child measures nothing */
	incl RECORD_BEGIN(%rdi)
	mov %rax, RECORD_LAST(%rdi)
	mov SLOT_START(%rcx), %rdx
	sub %rdx, %rax                         /* rax = duration */
	jb 7f
2:	incq RECORD_COUNT(%rdi)
	add %rax, RECORD_TOTAL(%rdi)
	cmp %rax, RECORD_MIN(%rdi)
	ja 5f
3:	cmp %rax, RECORD_MAX(%rdi)
	jb 6f
31:	mov RECORD_HEAD(%rdi), %rdx
	cmp %rcx, RECORD_OUTERMOST(%rdi,%rdx)
	jne 12f
	movq $0, RECORD_OPEN_SINCE(%rdi)
	movq $0, RECORD_OUTERMOST(%rdi,%rdx)
32:	mov SLOT_INSIDE(%rcx), %rdx
	add %rdx, RECORD_INSIDE(%rdi)
	add %rax, SLOT_INSIDE-SLOT_SIZE(%rcx)
	or $1, %rax
	mov RECORD_LATEST(%rdi), %rdx          /* the previous call goes into the histogram: this one's */
	mov %rax, RECORD_LATEST(%rdi)          /* duration is known too late, and rdtsc would wait for it */
	lzcnt %rdx, %rdx
	xor $63, %edx
	cmp $(44 - 1), %edx
	ja 9f
33:	incq RECORD_HISTOGRAM(%rdi,%rdx,8)
34:	incl RECORD_END(%rdi)
	mov %rcx, %rdx
	and $-AGENT_CONTEXT_SIZE, %rdx         /* rdx = context */
	mov CONTEXT_SHM(%rdx), %rax
	mov HEADER_FLUSH(%rax), %eax
	cmp %eax, RECORD_FLUSHED(%rdi)
	jne 10f
4:	lea SLOT_SIZE(%rcx), %rax
	cmp %rax, CONTEXT_TOP(%rdx)
	jne 11f
	.cfi_remember_state
41:	mov SLOT_RETURN(%rcx), %rdi
	.cfi_register rip, rdi
	movq $0, SLOT_PLACE(%rcx)
	mov %rcx, CONTEXT_TOP(%rdx)            /* the slot is free */
	mov %rdi, 40(%rsp)
	.cfi_offset rip, -8
	BACK %rax
	add $0x7f, %al
	sahf
	BACK %rdi
	BACK %rdx
	BACK %rcx
	BACK %rax
	ret
	.cfi_restore_state
5:	mov %rax, RECORD_MIN(%rdi)
	jmp 3b
6:	mov %rax, RECORD_MAX(%rdi)
	jmp 31b
7:	xor %eax, %eax                         /* another processor's counter is behind */
	jmp 2b
12:	/* nested in another call of the same region */
	incq RECORD_NESTED_COUNT(%rdi)
	add %rax, RECORD_NESTED(%rdi)
	jmp 32b
8:	/* agent_more_end(slot); then rdi = record without the marks */
	SAVE %rax
	SAVE %rcx
	SAVE %rsi
	mov %rcx, %rdi
	CALL_C agent_more_end
	BACK %rsi
	BACK %rcx
	BACK %rax
	mov SLOT_RECORD(%rcx), %rdi
	and $~SLOT_MARKS, %rdi
	jmp 1b
9:	cmp $127, %edx                         /* lzcnt of 0: there was no previous call */
	je 34b
	mov $(44 - 1), %edx
	jmp 33b
10:	/* agent_flush(record, header) */
	SAVE %rcx
	SAVE %rdx
	SAVE %rsi
	mov CONTEXT_SHM(%rdx), %rsi
	CALL_C agent_flush
	BACK %rsi
	BACK %rdx
	BACK %rcx
	jmp 4b
11:	/* agent_abandon(context, slot): calls in later slots were left by longjmp or an exception */
	SAVE %rcx
	SAVE %rdx
	SAVE %rsi
	mov %rdx, %rdi
	mov %rcx, %rsi
	CALL_C agent_abandon
	BACK %rsi
	BACK %rdx
	BACK %rcx
	jmp 41b
13:	mov %rcx, %rdx
	and $-AGENT_CONTEXT_SIZE, %rdx
	jmp 4b
	.cfi_endproc

/* ---------------------------------------------------------------- transfers */
/* Transfers the rest after a stop has cut a transfer short, with the stack pointer at a struct agent_transfer. The
   engine sends a thread to agent_transfer, just after the system call, with the result of an interrupted call: the
   kernel then starts the system call, or ends it for a signal. The bytes that it transfers are added to those
   already moved. */
	.p2align 4
	.cfi_startproc
	.cfi_def_cfa rsp, TRANSFER_SIZE + 128
	.cfi_offset rip, TRANSFER_GO_ON - TRANSFER_SIZE - 128
	syscall
agent_transfer:
	cmp $-4096, %rax
	ja 1f                                  /* failed: the call returns what was moved before */
	add %rax, (%rsp)
1:	BACK %rax
	BACK %rdi
	BACK %rsi
	BACK %rdx
	BACK %r10
	ret $(TRANSFER_SIZE - TRANSFER_GO_ON - 8 + 128)
agent_transfer_end:
	.cfi_endproc

/* ---------------------------------------------------------------- orders */
/* Runs on a thread that was taken from other work, with the stack pointer at a struct agent_order. Restores the
   thread's registers and signal mask by itself, so that the thread continues even if the engine dies meanwhile.
   Position-independent: it calls nothing but the mapped agent. */
#define ORDER_BASE 136
#define ORDER_SIZE 144
#define ORDER_WHAT 156
#define ORDER_MEMORY_FD 160
#define ORDER_AGENT_FD 168
#define ORDER_ERROR 176
#define ORDER_MASK 184
#define ORDER_NAME 408
#define ORDER_STATE 424
#define ORDER_GO 432
#define ORDER_PATIENCE 440
#define ALL_SIGNALS ~0x40100 /* all but SIGKILL and SIGSTOP */
.macro KERNEL number
	mov $\number, %eax
	syscall
.endm
/* select(0, none, none, none, 20 us). Not nanosleep: when it is interrupted, the kernel stores how to restart it,
   and so overwrites how to restart the call that the thread was taken from. */
.macro WAIT
	movq $20, 8(%rsp)
	xor %edi, %edi
	xor %esi, %esi
	xor %edx, %edx
	xor %r10d, %r10d
	mov %rsp, %r8
	KERNEL 23
.endm
/* rax = the time in ticks */
.macro TICKS
	rdtsc
	shl $32, %rdx
	or %rdx, %rax
.endm
/* rbx = when to stop waiting, in ticks; pushes the time for WAIT */
.macro BEGIN_WAITS
	TICKS
	mov ORDER_PATIENCE(%rbp), %rbx
	add %rax, %rbx
	pushq $20
	pushq $0
.endm
	.p2align 4
	.cfi_startproc
	.cfi_undefined rip
agent_order:
	cld
	mov %rsp, %rbp
	mov $2, %edi                           /* rt_sigprocmask(SIG_SETMASK, all, &mask, 8) */
	pushq $-1
	mov %rsp, %rsi
	pushq $0
	mov %rsp, %rdx
	mov $8, %r10d
	KERNEL 14
	pop %rax
	cmp $ALL_SIGNALS, %rax                 /* if equal, the engine has blocked them and stored the mask */
	je 0f
	mov %rax, ORDER_MASK(%rbp)
0:	mov %rbp, %rsp
	movq $1, ORDER_STATE(%rbp)
	testl $2, ORDER_WHAT(%rbp)
	jz 1f
	lea ORDER_NAME(%rbp), %rdi             /* memfd_create(name, CLOEXEC | ALLOW_SEALING) */
	mov $3, %esi
	KERNEL 319
	mov %rax, ORDER_MEMORY_FD(%rbp)
	test %rax, %rax
	js 8f
1:	testl $1, ORDER_WHAT(%rbp)
	jz 2f
	lea ORDER_NAME(%rbp), %rdi             /* ... | EXEC, if the kernel knows it */
	mov $0x13, %esi
	KERNEL 319
	test %rax, %rax
	jns 11f
	lea ORDER_NAME(%rbp), %rdi
	mov $3, %esi
	KERNEL 319
11:	mov %rax, ORDER_AGENT_FD(%rbp)
	test %rax, %rax
	js 8f
2:	movq $2, ORDER_STATE(%rbp)
	BEGIN_WAITS
3:	mov ORDER_GO(%rbp), %rax
	cmp $1, %rax
	je 4f
	cmp $3, %rax                           /* GO_BACK: nothing to wait for, here and at the end */
	je 4f
	cmp $2, %rax
	je 9f
	WAIT
	TICKS
	cmp %rbx, %rax
	jb 3b
	mov $-110, %rax                        /* ETIMEDOUT */
	jmp 8f
4:	testl $1, ORDER_WHAT(%rbp)
	jz 5f
	mov ORDER_BASE(%rbp), %rdi             /* mmap: the code, where the engine wants it */
	mov $AGENT_TEXT_SIZE, %esi
	mov $5, %edx
	mov $0x100002, %r10d                   /* PRIVATE FIXED_NOREPLACE */
	mov ORDER_AGENT_FD(%rbp), %r8
	xor %r9d, %r9d
	KERNEL 9
	cmp %rax, ORDER_BASE(%rbp)
	jne 7f
5:	mov ORDER_BASE(%rbp), %rbx
	mov agent_head_prepare(%rbx), %eax
	add %rbx, %rax
	mov %rbp, %rdi
	call *%rax
	cmpq $0, ORDER_ERROR(%rbp)
	je 9f
	testl $1, ORDER_WHAT(%rbp)
	jz 9f
	mov ORDER_BASE(%rbp), %rdi             /* munmap: an incomplete agent is removed */
	mov ORDER_SIZE(%rbp), %rsi
	KERNEL 11
	jmp 9f
7:	test %rax, %rax                        /* another address: an old kernel, which ignores NOREPLACE */
	js 8f
	mov %rax, %rdi
	mov $AGENT_TEXT_SIZE, %esi
	KERNEL 11
	mov $-17, %rax                         /* EEXIST */
8:	mov %rax, ORDER_ERROR(%rbp)
9:	mov %rbp, %rsp
	mov ORDER_MEMORY_FD(%rbp), %rdi
	test %edi, %edi
	js 10f
	KERNEL 3
10:	mov ORDER_AGENT_FD(%rbp), %rdi
	test %edi, %edi
	js 12f
	KERNEL 3
12:	movq $3, ORDER_STATE(%rbp)             /* the results will soon be below the stack pointer: */
	BEGIN_WAITS                            /* wait until they have been read */
13:	cmpq $3, ORDER_GO(%rbp)
	je 14f
	WAIT
	TICKS
	cmp %rbx, %rax
	jb 13b
14:	mov %rbp, %rsp
	mov $2, %edi
	lea ORDER_MASK(%rbp), %rsi
	xor %edx, %edx
	mov $8, %r10d
	KERNEL 14
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %r11
	pop %r10
	pop %r9
	pop %r8
	pop %rbp
	pop %rdi
	pop %rsi
	pop %rdx
	pop %rcx
	pop %rbx
	pop %rax
	popfq
	pop %rsp                               /* to the address to continue at, below the red zone */
	ret $128
agent_order_end:
	.cfi_endproc
	.set agent_head_prepare, 36

	.section .note.GNU-stack, "", @progbits
