/* The agent, byte by byte, within the helper program. The build finds the file. */
        .section .rodata
        .balign 4096
        .globl agent_image, agent_image_end
        .hidden agent_image, agent_image_end
agent_image:
        .incbin "agent.bin"
agent_image_end:
        .section .note.GNU-stack, "", @progbits
