//! Sets of so many things out of more by number, in the order of their lists.

/// The most things of a set that has a number.
pub const MOST: usize = 4;

/// How many sets of so many out of `all` there are.
#[inline]
#[must_use]
pub fn sets(all: u64, many: usize) -> u64 {
    match many {
        0 => 1,
        1 => all,
        2 => all * all.saturating_sub(1) / 2,
        // Each product is a whole multiple of what it is divided by.
        _ => (0..many as u64).fold(1, |sets, i| sets * all.saturating_sub(i) / (i + 1)),
    }
}

/// The set of that number: its members ascend, and what is not used of the array is 0.
///
/// Counted from the last set on, the number is a sum of one binomial for each member; the greatest that fit are taken.
#[inline]
#[must_use]
pub fn set(all: u64, many: usize, number: u64) -> [u64; MOST] {
    let mut members = [0; MOST];
    let many = many.min(MOST);
    let mut left = sets(all, many).saturating_sub(number + 1);
    for (i, member) in members.iter_mut().take(many).enumerate() {
        let behind = greatest(all, many - i, left);
        left -= sets(behind, many - i);
        *member = all - 1 - behind;
    }
    members
}

/// The greatest number of things out of which there are not more sets than that.
#[inline]
fn greatest(all: u64, many: usize, most: u64) -> u64 {
    match many {
        1 => most,
        2 => u64::midpoint((8 * most + 1).isqrt(), 1),
        _ => {
            let (mut low, mut high) = (0, all);
            while low + 1 < high {
                let middle = u64::midpoint(low, high);
                if sets(middle, many) <= most { low = middle } else { high = middle }
            }
            low
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets in the order of their lists, found by counting up.
    fn listed(all: u64, many: usize) -> alloc::vec::Vec<[u64; MOST]> {
        let mut lists = alloc::vec::Vec::new();
        // Numbers whose digits are the members, from the first list to the last.
        for number in 0..all.pow(many as u32) {
            let mut list = [0; MOST];
            let mut rest = number;
            for member in list[..many].iter_mut().rev() {
                (*member, rest) = (rest % all, rest / all);
            }
            if list[..many].is_sorted_by(|before, behind| before < behind) {
                lists.push(list);
            }
        }
        lists
    }

    #[test]
    fn numbers_follow_the_order_of_lists() {
        for many in 1..=MOST {
            for all in 0..9 {
                let lists = listed(all, many);
                assert_eq!(sets(all, many), lists.len() as u64, "{many} of {all}");
                for (number, list) in lists.iter().enumerate() {
                    assert_eq!(set(all, many, number as u64), *list, "{many} of {all}, number {number}");
                }
            }
        }
    }
}
