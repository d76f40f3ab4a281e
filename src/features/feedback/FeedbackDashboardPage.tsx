/** /admincomplaints: what retailers and distributors say, as they say it (spec §2.6). */
import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { FeedbackCard } from "./FeedbackCard";
import { feedbackGrid, FeedbackSkeleton } from "./FeedbackSkeleton";

export function FeedbackDashboardPage() {
  const list = useLiveList(api.feedback.list, {});
  const [openedAt] = useState(() => Date.now());
  return (
    <>
      <PageHeader title="User Feedback Dashboard" />
      <LiveList
        list={list}
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
          <div className={feedbackGrid}>
            {entries.map((feedback) => (
              <FeedbackCard
                key={feedback._id}
                feedback={feedback}
                arriving={feedback.createdAt > openedAt}
              />
            ))}
          </div>
        )}
      </LiveList>
    </>
  );
}
