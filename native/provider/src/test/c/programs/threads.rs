// Rust: results by value, panics that unwind through probed frames, threads. Obeys "run R" and "quit".
use std::io::{BufRead, Write};
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};

static RETURNED: AtomicU64 = AtomicU64::new(0);

#[no_mangle]
#[inline(never)]
pub fn rust_step(x: u64) -> Result<u64, String> {
    if x % 50 == 0 {
        panic!("fifty");
    }
    if x % 7 == 0 {
        return Err(format!("seven {}", x));
    }
    Ok(std::hint::black_box(x).wrapping_mul(3))
}

#[no_mangle]
#[inline(never)]
pub fn rust_catch(x: u64) -> u64 {
    match panic::catch_unwind(|| rust_step(x)) {
        Ok(result) => {
            RETURNED.fetch_add(1, Ordering::Relaxed);
            match result {
                Ok(y) => y,
                Err(text) => text.len() as u64,
            }
        }
        Err(_) => 17,
    }
}

fn work(rounds: u64, seed: u64) -> u64 {
    (0..rounds).fold(seed, |sum, i| sum.wrapping_mul(31).wrapping_add(rust_catch(i + seed)))
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    let threads: u64 = std::env::args().nth(1).map_or(1, |n| n.parse().unwrap());
    println!("ready");
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        if line == "quit" {
            std::process::exit(7);
        }
        let rounds: u64 = line[4..].parse().unwrap();
        RETURNED.store(0, Ordering::Relaxed);
        let all: Vec<_> = (0..threads).map(|t| std::thread::spawn(move || work(rounds, t + 1))).collect();
        let sum = all.into_iter().fold(0u64, |s, t| s.wrapping_add(t.join().unwrap()));
        println!("count rust_step {}", RETURNED.load(Ordering::Relaxed));
        println!("count rust_catch {}", rounds * threads);
        println!("sum {:x}\nerrors 0\n.", sum);
        std::io::stdout().flush().unwrap();
    }
}
