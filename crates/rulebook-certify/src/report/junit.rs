//! The report for programs that read `JUnit`.

use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};

use super::{Report, record::CaseRecord};
use crate::exam::Verdict;

/// The report as XML: a suite for each game, a test for each case.
///
/// # Errors
/// If it cannot be written.
pub fn junit(report: &Report) -> Result<String, String> {
    let mut junit = Junit::new(format!("rulebook: {}", report.header.implementation.name));
    for game in report.header.games.keys() {
        let mut suite = TestSuite::new(game.clone());
        for case in report.cases.iter().filter(|c| c.game == *game) {
            let mut test = TestCase::new(format!("{} {}", case.id, case.slug), status(case));
            test.set_classname(case.clauses.join(" "));
            test.set_time(std::time::Duration::from_millis(case.milliseconds));
            suite.add_test_case(test);
        }
        // What was planned and has not come is not a success.
        let open = report.header.planned.iter().filter(|id| !report.cases.iter().any(|c| c.id == **id));
        if report.header.games.len() == 1 {
            for id in open {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                status.set_message("not put: the run was ended before its time");
                suite.add_test_case(TestCase::new(id.clone(), status));
            }
        }
        for generated in report.generated.iter().filter(|g| g.game == *game) {
            let status = if generated.outcome == Verdict::Pass {
                TestCaseStatus::success()
            } else {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(format!("{} differences", generated.failures.len()));
                status
            };
            suite.add_test_case(TestCase::new(format!("{} positions at random", generated.positions), status));
        }
        junit.add_test_suite(suite);
    }
    junit.to_string().map_err(|e| e.to_string())
}

fn status(case: &CaseRecord) -> TestCaseStatus {
    let message =
        case.failures.iter().flat_map(|f| &f.differences).map(|d| format!("expected {}; got {}", d.expected, d.got));
    let message = message.chain((!case.detail.is_empty()).then(|| case.detail.clone())).collect::<Vec<_>>().join("\n");
    let kind = match case.outcome {
        Verdict::Pass => return TestCaseStatus::success(),
        Verdict::Unsupported | Verdict::NotRun => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("{}: {message}", case.outcome.word()));
            return status;
        }
        _ if case.waived.is_some() || case.disputed => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("{}: {message}", if case.disputed { "disputed" } else { "waived" }));
            return status;
        }
        Verdict::Fail => NonSuccessKind::Failure,
        _ => NonSuccessKind::Error,
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(case.outcome.word()).set_message(message);
    let commands: Vec<&str> = case.failures.iter().map(|f| f.command.as_str()).collect();
    status.set_description(commands.join("\n"));
    status
}
