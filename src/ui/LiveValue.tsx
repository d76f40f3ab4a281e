/** Renders the result of one live query: loading, failed or present. After a failure the last good result stays below the error. */
import type { ReactNode } from "react";
import { ContentToCome } from "./ContentToCome";
import { ErrorNotice } from "./ErrorNotice";

export type LiveValueSource<Value> = {
  /** The last good result; undefined until there is one. */
  readonly value: Value | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
};

export type LiveValueProps<Value> = {
  answer: LiveValueSource<Value>;
  skeleton: ReactNode;
  /** The specification's text for a failure. */
  errorMessage: string;
  children: (value: Value) => ReactNode;
};

export function LiveValue<Value>(props: LiveValueProps<Value>) {
  const { answer, skeleton, errorMessage, children } = props;
  const { value, error, retry } = answer;
  if (value === undefined && error === null) return <ContentToCome>{skeleton}</ContentToCome>;
  return (
    <>
      {error !== null && <ErrorNotice message={errorMessage} onRetry={retry} className="mb-4" />}
      {value !== undefined && children(value)}
    </>
  );
}
