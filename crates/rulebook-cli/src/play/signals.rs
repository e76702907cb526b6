//! Being told to end from outside: the game is saved then.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::failure::Failure;

/// Says whether the program was told to end.
#[derive(Clone, Debug)]
pub(super) struct Signals {
    told: Arc<AtomicBool>,
}

impl Signals {
    /// Watches from now on.
    pub(super) fn watch() -> Result<Self, Failure> {
        let told = Arc::new(AtomicBool::new(false));
        for signal in signals() {
            signal_hook::flag::register(*signal, Arc::clone(&told))
                .map_err(|e| Failure::outside(format!("signals cannot be watched: {e}")))?;
        }
        Ok(Self { told })
    }

    /// Was it told to end?
    pub(super) fn told_to_end(&self) -> bool {
        self.told.load(Ordering::Relaxed)
    }
}

/// What tells it.
#[cfg(unix)]
fn signals() -> &'static [i32] {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    &[SIGHUP, SIGINT, SIGTERM]
}

/// What tells it.
#[cfg(not(unix))]
fn signals() -> &'static [i32] {
    use signal_hook::consts::{SIGINT, SIGTERM};
    &[SIGINT, SIGTERM]
}
