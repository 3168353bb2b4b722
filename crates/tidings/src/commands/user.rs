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
/// What is wrong with the name or the password, or what the store says.
pub async fn run(ask: &UserArguments, config: &Config) -> Result<()> {
    let time = Time::system();
    let store = match ask {
        UserArguments::Add { .. } => open(config, &time).await?,
        _ => open_existing(config, &time).await?,
    };
    match ask {
        UserArguments::Add { name, operator, password_stdin } => {
            let hash = new_password(*password_stdin)?;
            let role = if *operator { Role::Operator } else { Role::User };
            let name = name.trim();
            store.users().add(name.to_owned(), hash, role, time.now()).await?;
            output::line(format!("{name} can sign in now."))
        }
        UserArguments::List(ask) => {
            let members = store.users().members().await?;
            if ask.json {
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
                    "There is no user yet: make one with `tidings user add NAME --operator --password-stdin`.",
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
            output::line(format!("The password of {name} is changed; all its sessions have ended."))
        }
        UserArguments::Remove { name, yes } => {
            let user = the_user(&store, Some(name)).await?;
            if !yes
                && !is_sure(
                    &format!(
                        "Remove {name} and everything that is {name}'s own? Type the name again: "
                    ),
                    name,
                )?
            {
                bail!("nothing was removed: give --yes, or type the name when asked");
            }
            store.users().remove(user.id).await?;
            output::line(format!("{name} is removed."))
        }
        UserArguments::Disable { name } => {
            let user = the_user(&store, Some(name)).await?;
            store.users().disable(user.id, time.now()).await?;
            output::line(format!("{name} is let in no longer; what is {name}'s own stays."))
        }
        UserArguments::Enable { name } => {
            let user = the_user(&store, Some(name)).await?;
            store.users().enable(user.id).await?;
            output::line(format!("{name} can sign in again."))
        }
        UserArguments::SecondStepOff { name } => {
            let user = the_user(&store, Some(name)).await?;
            store.users().remove_second_factor(user.id).await?;
            output::line(format!("{name} signs in with the password alone now."))
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

/// A new password, hashed.
fn new_password(from_stdin: bool) -> Result<String> {
    let password = read_password(from_stdin)?;
    check_new_password(&password).map_err(|why| anyhow!("{why}"))?;
    Ok(hash_password(&password))
}

/// The password: from standard input, or asked for at a terminal.
fn read_password(from_stdin: bool) -> Result<String> {
    if !from_stdin {
        if !std::io::stdin().is_terminal() {
            bail!("say where the password comes from: give --password-stdin and pipe it in");
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

/// Asks at the terminal, without showing what is typed.
fn ask_password() -> Result<String> {
    let password = crate::terminal::read_hidden("Password: ")?;
    let again = crate::terminal::read_hidden("Again: ")?;
    if password == again {
        Ok(password)
    } else {
        Err(anyhow!("the two passwords differ: nothing was changed"))
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
