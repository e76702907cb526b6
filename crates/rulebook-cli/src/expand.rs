//! `rulebook expand`: the Rust that a game compiles to.

use crate::{failure::Failure, load::load, output::Output};

/// Arguments of `expand`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A bundled game, or the path of a `.rules` file.
    #[arg(value_name = "GAME")]
    name: String,
    /// The value of a parameter.
    #[arg(long = "param", value_name = "NAME=VALUE")]
    params: Vec<String>,
    /// Leaves a lowering out, to compare; may be repeated.
    #[arg(long, value_name = "LOWERING", value_parser = clap::builder::PossibleValuesParser::new(rulebook_codegen::LOWERINGS))]
    without: Vec<String>,
}

/// Prints the items of the game's module.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let params = crate::args::pairs("param", &args.params)?;
    let rules = load(&args.name, &params)?.rules;
    let settings = rulebook_codegen::Settings { without: args.without.clone() };
    let runtime = quote::quote!(::rulebook_runtime);
    let items = rulebook_codegen::generate(&rules, &settings, &runtime)
        .map_err(|refusal| Failure::no("compile", refusal.to_string()))?;
    let file = syn::parse2(items).map_err(|e| Failure::outside(format!("what was generated is not Rust: {e}")))?;
    out.text(&prettyplease::unparse(&file))?;
    Ok(true)
}
