/* Embeds the helper program in the library. build.sh tells the assembler where the file is. */
        .section .rodata
        .balign 16
        .globl helper_image, helper_image_end
        .hidden helper_image, helper_image_end
helper_image:
        .incbin "helper.bin"
helper_image_end:
        .section .note.GNU-stack, "", @progbits
