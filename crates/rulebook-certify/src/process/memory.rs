//! How much memory a process group has.

/// Resident bytes of all processes of a group; `None` where the system does not tell.
#[cfg(target_os = "linux")]
pub(super) fn of_group(group: u32) -> Option<u64> {
    let page = rustix::param::page_size() as u64;
    let mut bytes = 0;
    for entry in std::fs::read_dir("/proc").ok()? {
        let Ok(entry) = entry else { continue };
        let name = entry.file_name();
        let Some(pid) = name.to_str().filter(|n| n.bytes().all(|b| b.is_ascii_digit())) else { continue };
        // A process may end between two looks.
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        // The name of the program stands in parentheses and may hold anything; the state, the parent and the group follow.
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        if rest.split_whitespace().nth(2).and_then(|g| g.parse::<u32>().ok()) != Some(group) {
            continue;
        }
        let Ok(memory) = std::fs::read_to_string(format!("/proc/{pid}/statm")) else { continue };
        bytes += memory.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * page;
    }
    Some(bytes)
}

/// Resident bytes of all processes of a group; `None` where the system does not tell.
#[cfg(not(target_os = "linux"))]
pub(super) fn of_group(_group: u32) -> Option<u64> {
    None
}
