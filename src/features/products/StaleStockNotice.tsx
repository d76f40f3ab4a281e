/** The stock moved while it was edited: the live figure beside the typed one, and a choice. */
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { pieces } from "./stock";
import { t } from "../../../domain/language/texts";

export type StaleStockNoticeProps = {
  liveStock: number;
  typedStock: string;
  onKeepTyped: () => void;
  onTakeLive: () => void;
};

export function StaleStockNotice(props: StaleStockNoticeProps) {
  const { liveStock, typedStock, onKeepTyped, onTakeLive } = props;
  const typedPieces = pieces(Number(typedStock));
  return (
    <Notice
      kind="warning"
      title={t("The stock changed while you were editing.")}
      message={
        <dl className="mt-1 grid w-fit grid-cols-[auto_auto] gap-x-4 gap-y-1">
          <dt>{t("Live stock")}</dt>
          <dd className="text-right font-semibold">
            <FlashOnChange value={liveStock}>{pieces(liveStock)}</FlashOnChange>
          </dd>
          <dt>{t("You typed")}</dt>
          <dd className="text-right font-semibold tabular-nums">{typedPieces}</dd>
        </dl>
      }
      actions={
        <>
          <Button size="sm" variant="primary" onClick={onKeepTyped}>
            {t("Set stock to {pieces}", { pieces: typedPieces })}
          </Button>
          <Button size="sm" onClick={onTakeLive}>
            {t("Keep {pieces}", { pieces: pieces(liveStock) })}
          </Button>
        </>
      }
    />
  );
}
