/** A page of words: what the market keeps, and on what terms. */
import type { Chapter } from "./legal";

export type TextPageProps = { title: string; lead: string; chapters: readonly Chapter[] };

export function TextPage({ title, lead, chapters }: TextPageProps) {
  return (
    <div className="mx-auto max-w-3xl px-4 py-12">
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight">
        {title}
      </h1>
      <p className="mt-3 max-w-text text-md text-muted">{lead}</p>
      {chapters.map(({ heading, paragraphs }) => (
        <section key={heading} className="mt-8">
          <h2 className="text-lg font-semibold">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-2 max-w-text text-md text-pretty">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
