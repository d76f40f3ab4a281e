/**
 * Makes components of code that is fetched on first use. Where the code cannot be fetched, or throws, the failure stays in the
 * part's place and Retry fetches it again. React.lazy keeps a failure until the page is reloaded, so it is not used.
 */
import {
  type ComponentType,
  createElement,
  type ReactNode,
  startTransition,
  Suspense,
  use,
  useEffect,
} from "react";
import { ErrorBoundary } from "./ErrorBoundary";
import {
  type Failure,
  FloatingFailure,
  InlineFailure,
  NoticeFailure,
  QuietFailure,
} from "./PartFailure";

export type Load<Props> = () => Promise<ComponentType<Props>>;

/** The code of a part: fetched once, and again after a failure that was forgotten. */
class PartCode<Props> {
  readonly #load: Load<Props>;
  #promise: Promise<ComponentType<Props>> | null = null;
  failures = 0;
  isMissing = false;

  constructor(load: Load<Props>) {
    this.#load = load;
  }

  get promise(): Promise<ComponentType<Props>> {
    return (this.#promise ??= this.#fetch());
  }

  async #fetch(): Promise<ComponentType<Props>> {
    try {
      return await this.#load();
    } catch (error) {
      this.isMissing = true;
      this.failures += 1;
      throw error;
    }
  }

  readonly forgetFailure = (): void => {
    if (!this.isMissing) return;
    this.isMissing = false;
    this.#promise = null;
  };
}

type FailedProps = {
  code: Pick<PartCode<object>, "failures" | "isMissing" | "forgetFailure">;
  message: string;
  onRetry: () => void;
  children: (failure: Failure) => ReactNode;
};

/** Forgets the failure when it is retried, and when its place closes: opening it again fetches again. */
function Failed({ code, message, onRetry, children }: FailedProps) {
  useEffect(() => code.forgetFailure, [code]);
  const retry = () => {
    code.forgetFailure();
    startTransition(onRetry);
  };
  const { isMissing, failures } = code;
  return children({ message, onRetry: retry, isMissing, isRepeated: failures > 1 });
}

type Settings<Props> = {
  message: string;
  waiting?: ReactNode;
  /** The surroundings of the part appear together with it, so that nothing moves. */
  holdsSurroundings?: boolean;
  failed: (failure: Failure, props: Props) => ReactNode;
};

function partOf<Props extends object>(
  load: Load<Props>,
  { message, waiting = null, holdsSurroundings = false, failed }: Settings<Props>,
): ComponentType<Props> {
  const code = new PartCode(load);
  function Code(props: Props) {
    return createElement(use(code.promise), props);
  }
  return function LazyPart(props: Props) {
    const content = <Code {...props} />;
    const failure = (retry: () => void) => (
      <Failed code={code} message={message} onRetry={retry}>
        {(failure) => failed(failure, props)}
      </Failed>
    );
    return (
      <ErrorBoundary message={message} fallback={failure}>
        {holdsSurroundings ? content : <Suspense fallback={waiting}>{content}</Suspense>}
      </ErrorBoundary>
    );
  };
}

export type LazyPartOptions = Pick<Settings<never>, "message" | "waiting" | "holdsSurroundings">;

/** A part of a page; its failure is a notice. */
export function lazyPart<Props extends object>(load: Load<Props>, options: LazyPartOptions) {
  return partOf(load, { ...options, failed: (failure) => <NoticeFailure {...failure} /> });
}

/** A small part, such as a button or a picture; its failure is one line. */
export function lazyInline<Props extends object>(load: Load<Props>, options: LazyPartOptions) {
  return partOf(load, { ...options, failed: (failure) => <InlineFailure {...failure} /> });
}

/** A dialog; its failure floats over the page, because the dialog's place in the page may be out of sight. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: Load<Props>,
  message: string,
) {
  return partOf(load, {
    message,
    failed: (failure, { onClose }) => <FloatingFailure {...failure} onClose={onClose} />,
  });
}

/** A part that is not asked for by a click; until it is there `waiting` stands in for it, and it is fetched again by itself. */
export function lazyBackground<Props extends object>(load: Load<Props>, waiting: ReactNode = null) {
  return partOf(load, {
    message: "",
    waiting,
    failed: (failure) => <QuietFailure {...failure}>{waiting}</QuietFailure>,
  });
}
