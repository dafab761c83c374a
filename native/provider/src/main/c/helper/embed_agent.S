/* Embeds the agent's binary in the helper program. build.sh tells the assembler where the file is. */
        .section .rodata
        .balign 4096
        .globl agent_image, agent_image_end
        .hidden agent_image, agent_image_end
agent_image:
        .incbin "agent.bin"
agent_image_end:
        .section .note.GNU-stack, "", @progbits
