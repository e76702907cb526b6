//! `rulebook lsp`: the language server for editors, over standard input and output.

use crate::failure::Failure;

/// Arguments of `lsp`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Some editors say it; there is no other way to speak, so that it changes nothing.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves an editor until it says `exit` or hangs up. The answer is "no" if it did so without `shutdown`.
pub(crate) fn run(args: &Args) -> Result<bool, Failure> {
    _ = args.stdio;
    rulebook_lsp::serve_standard()
        .map_err(|error| Failure::outside(format!("the conversation with the editor broke off: {error}")))
}
