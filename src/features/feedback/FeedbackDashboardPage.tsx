/** /admincomplaints: the feedback of all traders, live. */
import * as links from "../../../domain/links";
import { MessageSquareText } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { EmptyState } from "../../ui/EmptyState";
import { FeedbackCard, type FeedbackRow } from "./FeedbackCard";
import { feedbackGrid, FeedbackSkeleton } from "./FeedbackSkeleton";
import { t } from "../../../domain/language/texts";

function newFeedback(count: number): string {
  return t("{count, plural, one {# new piece of feedback} other {# new pieces of feedback}}", {
    count,
  });
}

function feedbackCard(feedback: FeedbackRow, isArriving: boolean) {
  return <FeedbackCard feedback={feedback} arriving={isArriving} />;
}

export function FeedbackDashboardPage() {
  const list = useLiveList(api.feedback.list, {});
  return (
    <ListPage
      title={t("User Feedback Dashboard")}
      rowWords={newFeedback}
      list={list}
      skeleton={<FeedbackSkeleton />}
      errorMessage={t("Error fetching feedback. Please try again later.")}
      empty={
        <EmptyState
          icon={MessageSquareText}
          title={t("No feedback found.")}
          hint={t("What retailers and distributors write appears here by itself.")}
          action={<LinkButton to={links.ADMIN_HOME}>{t("Dashboard")}</LinkButton>}
        />
      }
    >
      {(entries, isNew) => (
        <CardGrid className={feedbackGrid} rows={entries} isNew={isNew} card={feedbackCard} />
      )}
    </ListPage>
  );
}
