/** The welcome page of both trading roles: a hero, what needs attention, and three feature cards. */
import { ArrowRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useShownUser } from "../../lib/useShownUser";
import { Awning } from "../../ui/drawings";

export type WelcomeCard = {
  icon: LucideIcon;
  title: string;
  text: string;
  to: string;
  action: string;
  /** A live figure worth opening the page for. */
  figure?: ReactNode;
};

export type WelcomeProps = {
  lead: string;
  cards: readonly WelcomeCard[];
  /** Live blocks between hero and cards. */
  blocks?: ReactNode;
  children?: ReactNode;
};

export function Welcome({ lead, cards, blocks, children }: WelcomeProps) {
  const name = useShownUser()?.name.split(" ")[0];
  return (
    <>
      <section className="overflow-hidden rounded-md border border-line bg-raised">
        <Awning className="h-7 sm:h-8" />
        <div className="flex flex-wrap items-center gap-x-8 gap-y-5 px-6 py-8 sm:px-8">
          <div className="min-w-0 flex-1 basis-96">
            <h1 tabIndex={-1} className="text-2xl font-bold">
              Welcome to Mandi{name === undefined ? "" : `, ${name}`}
            </h1>
            <p className="mt-2 max-w-2xl text-md text-muted">{lead}</p>
          </div>
          {children}
        </div>
      </section>
      {blocks}
      <ul className="mt-4 grid gap-4 md:grid-cols-3">
        {cards.map((card) => (
          <li key={card.to}>
            <FeatureCard card={card} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FeatureCard({ card }: { card: WelcomeCard }) {
  const { icon: Icon, title, text, to, action, figure } = card;
  return (
    <Link
      to={to}
      className="group flex h-full flex-col rounded-md border border-line bg-raised p-5 shadow-low transition-colors hover:border-edge"
    >
      <span className="flex items-start justify-between gap-4">
        <Icon aria-hidden strokeWidth={1.75} className="size-6 text-accent-ink" />
        {figure}
      </span>
      <h2 className="mt-4 text-md font-semibold">{title}</h2>
      <p className="mt-1 flex-1 text-muted">{text}</p>
      <span className="mt-4 inline-flex items-center gap-1.5 font-medium text-accent-ink">
        {action}
        <ArrowRight
          aria-hidden
          className="size-4 transition-transform group-hover:translate-x-0.5"
        />
      </span>
    </Link>
  );
}
