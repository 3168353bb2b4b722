//! `tidings user …`: the accounts of this server.

use super::{open, open_existing, the_user};
use crate::{cli::UserArguments, clock::Time, config::Config, output};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use std::io::{IsTerminal, Read, Write};
use tidings_model::{Clock, Role};
use tidings_store::{AppScope, Member};
use tidings_web::{SecretToken, app_keys, hash_password, password::check_new_password};

/// Runs the command.
///
/// # Errors
/// What is wrong with the name or the password, or why the store failed.
pub async fn run(args: &UserArguments, config: &Config) -> Result<()> {
    let time = Time::system();
    let store = match args {
        UserArguments::Add { .. } => open(config, &time).await?,
        _ => open_existing(config, &time).await?,
    };
    match args {
        UserArguments::Add { name, operator, password_stdin } => {
            let hash = new_password(*password_stdin)?;
            let role = if *operator { Role::Operator } else { Role::User };
            let name = name.trim();
            store.users().add(name.to_owned(), hash, role, time.now()).await?;
            output::line(format!("Created the account {name}."))
        }
        UserArguments::List(args) => {
            let members = store.users().members().await?;
            if args.json {
                let users: Vec<_> = members
                    .iter()
                    .map(|Member { user, disabled_at, .. }| {
                        json!({"id": user.id.0, "name": user.name, "role": user.role.code(), "created": user.created_at.as_second(),
                               "disabled": disabled_at.map(|at| at.as_second())})
                    })
                    .collect();
                return output::line(json!(users));
            }
            if members.is_empty() {
                return output::line(
                    "There is no user yet. Create one with `tidings user add NAME --operator --password-stdin`.",
                );
            }
            let rows: Vec<_> = members
                .iter()
                .map(|Member { user, disabled_at, .. }| {
                    vec![
                        user.name.clone(),
                        user.role.code().to_owned(),
                        if disabled_at.is_some() { "disabled" } else { "" }.to_owned(),
                        user.created_at.to_string(),
                    ]
                })
                .collect();
            output::line(output::table(&["name", "role", "state", "since"], &rows))
        }
        UserArguments::Passwd { name, password_stdin } => {
            let user = the_user(&store, Some(name)).await?;
            let hash = new_password(*password_stdin)?;
            store.users().set_password(user.id, hash).await?;
            output::line(format!("Changed the password of {name} and ended all its sessions."))
        }
        UserArguments::Remove { name, yes } => {
            let user = the_user(&store, Some(name)).await?;
            if !yes
                && !is_sure(
                    &format!("Delete {name} and all its data? Type the name to confirm: "),
                    name,
                )?
            {
                bail!("nothing was deleted. Pass --yes, or type the name to confirm");
            }
            store.users().remove(user.id).await?;
            output::line(format!("Deleted {name} and all its data."))
        }
        UserArguments::Disable { name } => {
            let user = the_user(&store, Some(name)).await?;
            store.users().disable(user.id, time.now()).await?;
            output::line(format!("{name} can no longer sign in. Its data is kept."))
        }
        UserArguments::Enable { name } => {
            let user = the_user(&store, Some(name)).await?;
            store.users().enable(user.id).await?;
            output::line(format!("{name} can sign in again."))
        }
        UserArguments::SecondStepOff { name } => {
            let user = the_user(&store, Some(name)).await?;
            store.users().remove_second_factor(user.id).await?;
            output::line(format!("Turned off two-factor authentication for {name}."))
        }
        UserArguments::AppPassword { name, label, scope } => {
            let user = the_user(&store, Some(name)).await?;
            let password = SecretToken::new(&time);
            let scope = AppScope::from_code(scope).unwrap_or_default();
            let keys = app_keys(&user.name, &password.text);
            store.users().add_app_password(user.id, label.clone(), scope, keys, time.now()).await?;
            output::line(password.text)
        }
    }
}

/// Reads a new password and hashes it.
fn new_password(from_stdin: bool) -> Result<String> {
    let password = read_password(from_stdin)?;
    check_new_password(&password).map_err(|why| anyhow!("{why}"))?;
    Ok(hash_password(&password))
}

/// Reads a password from standard input, or asks for it at a terminal.
fn read_password(from_stdin: bool) -> Result<String> {
    if !from_stdin {
        if !std::io::stdin().is_terminal() {
            bail!("no terminal to ask for the password. Pipe it in with --password-stdin");
        }
        return ask_password();
    }
    let mut text = String::new();
    std::io::stdin()
        .take(4096)
        .read_to_string(&mut text)
        .context("the password on standard input is not UTF-8 text")?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// Asks for a password at the terminal, without echoing it.
fn ask_password() -> Result<String> {
    let password = crate::terminal::read_hidden("Password: ")?;
    let again = crate::terminal::read_hidden("Again: ")?;
    if password == again {
        Ok(password)
    } else {
        Err(anyhow!("the two passwords differ. Nothing was changed"))
    }
}

fn is_sure(question: &str, answer: &str) -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    write!(std::io::stderr(), "{question}")?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line.trim() == answer)
}
