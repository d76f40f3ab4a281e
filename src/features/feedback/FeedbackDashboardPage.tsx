/** /admincomplaints: what retailers and distributors say, as they say it. */
import { MessageSquareText } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { ArrivalsBanner } from "../../ui/ArrivalsBanner";
import { LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { useArrivals } from "../../ui/useArrivals";
import { FeedbackCard } from "./FeedbackCard";
import { feedbackGrid, FeedbackSkeleton } from "./FeedbackSkeleton";

const FEEDBACK_WORDS = { one: "piece of feedback", many: "pieces of feedback" } as const;

export function FeedbackDashboardPage() {
  const list = useLiveList(api.feedback.list, {});
  const arrivals = useArrivals(list);
  return (
    <>
      <PageHeader title="User Feedback Dashboard" />
      <ArrivalsBanner arrivals={arrivals} words={FEEDBACK_WORDS} />
      <LiveList
        list={{ ...list, results: arrivals.shown }}
        skeleton={<FeedbackSkeleton />}
        errorMessage="Error fetching feedback. Please try again later."
        empty={
          <EmptyState
            icon={MessageSquareText}
            title="No feedback found."
            hint="What retailers and distributors write appears here by itself."
            action={<LinkButton to="/adminhome">Dashboard</LinkButton>}
          />
        }
      >
        {(entries) => (
          <CardGrid className={feedbackGrid} rows={entries} isNew={arrivals.isNew}>
            {(feedback, isArriving) => <FeedbackCard feedback={feedback} arriving={isArriving} />}
          </CardGrid>
        )}
      </LiveList>
    </>
  );
}
