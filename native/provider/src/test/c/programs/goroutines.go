// Package main is a Go program, whose stacks move.
package main

import (
	"bufio"
	"fmt"
	"os"
)

//go:noinline
func step(x uint64) uint64 { return x*3 + 1 }

func main() {
	fmt.Println("ready")
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() && in.Text() != "quit" {
		done := make(chan uint64)
		for k := 0; k < 4; k++ {
			go func(x uint64) {
				for i := 0; i < 1000; i++ {
					x = step(x)
				}
				done <- x
			}(uint64(k))
		}
		sum := uint64(0)
		for k := 0; k < 4; k++ {
			sum += <-done
		}
		fmt.Printf("sum %x\n.\n", sum)
	}
	os.Exit(7)
}
