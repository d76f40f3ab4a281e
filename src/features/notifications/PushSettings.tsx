/** Turns this device's pushes on and off, tests them, and tells why they are not possible here. */
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Bell, BellOff } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { problemText, pushEndpoint, pushProblem, turnOffPush, turnOnPush } from "../../live/push";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useMarketClient } from "../../live/useMarketClient";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { t } from "../../../domain/language/texts";

/** Returns the address of this browser's subscription; undefined until it is known. */
function useEndpoint() {
  const [endpoint, setEndpoint] = useState<string | null>();
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    let isOver = false;
    const show = (found: string | null) => {
      if (!isOver) setEndpoint(found);
    };
    pushEndpoint().then(show, () => show(null));
    return () => {
      isOver = true;
    };
  }, [checks]);
  return { endpoint, checkAgain: () => setChecks((count) => count + 1) };
}

function onDevices(devices: FunctionReturnType<typeof api.push.devices>): string {
  const silent = devices.filter(({ silentSince }) => silentSince !== undefined).length;
  const state = t("{count, plural, one {On for # device.} other {On for # devices.}}", {
    count: devices.length,
  });
  if (silent === 0) return state;
  const trouble = t(
    "{count, plural, one {The push service of # of them does not answer: after a day without an answer a device is removed.} other {The push services of # of them do not answer: after a day without an answer a device is removed.}}",
    { count: silent },
  );
  return `${state} ${trouble}`;
}

export function PushSettings() {
  const key = useLiveQuery(api.push.publicKey, {});
  const devices = useLiveQuery(api.push.devices, {});
  const { endpoint, checkAgain } = useEndpoint();
  const problem = pushProblem();
  const hasFailed = key.error !== null || devices.error !== null;
  const isOn = devices.value?.some((device) => device.endpoint === endpoint) ?? false;
  const isKnown = key.value !== undefined && devices.value !== undefined && endpoint !== undefined;
  const Icon = isOn ? Bell : BellOff;
  const retry = () => {
    key.retry();
    devices.retry();
  };
  return (
    <section aria-label={t("Notifications on this device")} className="flex flex-col gap-2">
      <p role="status" className="flex min-h-6 items-start gap-2">
        <Icon aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
        <span>{stateText({ isKnown, isOn, problem, hasKey: key.value !== null })}</span>
      </p>
      {hasFailed && (
        <ErrorNotice
          message={t("This device's notifications could not be loaded.")}
          onRetry={retry}
        />
      )}
      {problem === null && key.value !== null && (
        <PushButtons
          endpoint={isOn ? (endpoint ?? null) : null}
          isKnown={isKnown}
          onChanged={checkAgain}
        />
      )}
      {(devices.value?.length ?? 0) > 0 && (
        <p className="text-sm text-muted">{onDevices(devices.value ?? [])}</p>
      )}
    </section>
  );
}

type Known = {
  readonly isKnown: boolean;
  readonly isOn: boolean;
  readonly problem: ReturnType<typeof pushProblem>;
  readonly hasKey: boolean;
};

function stateText({ isKnown, isOn, problem, hasKey }: Known): string {
  if (problem !== null) return problemText(problem);
  if (!hasKey) return t("Push is not set up in this market.");
  if (!isKnown) return t("Loading...");
  return isOn
    ? t("This device shows notifications while Mandi is closed, until you sign out.")
    : t(
        "This device can show orders, messages and payments while Mandi is closed. It asks you for permission first.",
      );
}

type PushButtonsProps = {
  /** The endpoint of this device while it is on. */
  readonly endpoint: string | null;
  readonly isKnown: boolean;
  readonly onChanged: () => void;
};

function PushButtons({ endpoint, isKnown, onChanged }: PushButtonsProps) {
  const client = useMarketClient();
  const failure = t("This did not work. Please try again.");
  const turnOn = useServerAction(() => turnOnPush(client), { failure, onSuccess: onChanged });
  const turnOff = useServerAction(() => turnOffPush(client), { failure, onSuccess: onChanged });
  const test = useServerAction(useMutation(api.push.test), {
    failure,
    success: t("A test is on its way to this device."),
  });
  const refusal = turnOn.error ?? turnOff.error ?? test.error;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {endpoint === null ? (
          <Button busy={turnOn.isBusy} disabled={!isKnown} onClick={() => void turnOn.run()}>
            {t("Turn on notifications on this device")}
          </Button>
        ) : (
          <>
            <Button busy={test.isBusy} onClick={() => void test.run({ endpoint })}>
              {t("Send a test")}
            </Button>
            <Button variant="quiet" busy={turnOff.isBusy} onClick={() => void turnOff.run()}>
              {t("Turn off on this device")}
            </Button>
          </>
        )}
      </div>
      {refusal !== null && <ErrorNotice message={refusal} />}
    </>
  );
}
