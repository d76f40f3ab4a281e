/** The rows of the palette by groups. A product has a second option, which puts it into the basket; the keys reach it by Shift + Enter. */
import { ShoppingBasket } from "lucide-react";
import { cx } from "../../lib/cx";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import type { Group, Item } from "./items";
import type { usePalette } from "./usePalette";
import { t } from "../../../domain/language/texts";

export type PaletteListProps = {
  listId: string;
  idOf: (key: string) => string;
  groups: readonly Group[];
  palette: ReturnType<typeof usePalette>;
};

export function PaletteList({ listId, idOf, groups, palette }: PaletteListProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={t("Results")}
      // The focus stays in the text box.
      onMouseDown={(event) => event.preventDefault()}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
    >
      {groups.map(({ label, items }) => (
        <div key={label} role="group" aria-labelledby={idOf(label)} className="mb-1">
          <p
            id={idOf(label)}
            role="presentation"
            className="px-3 pt-2 pb-1 text-xs font-medium text-muted"
          >
            {label}
          </p>
          {items.map((item) => (
            <Row key={item.key} id={idOf(item.key)} item={item} palette={palette} />
          ))}
        </div>
      ))}
    </div>
  );
}

type RowProps = { id: string; item: Item; palette: PaletteListProps["palette"] };

function Row({ id, item, palette }: RowProps) {
  const { active, reach, go, add } = palette;
  const { product } = item;
  const isActive = active?.key === item.key;
  return (
    <div
      role="presentation"
      className={cx(
        "flex items-center rounded-sm",
        // The ground alone is too faint a sign of where the keys are.
        isActive && "bg-hover shadow-[inset_3px_0_0_var(--color-accent-ink)]",
      )}
      onPointerMove={() => {
        if (!isActive) reach(item);
      }}
    >
      <div
        id={id}
        role="option"
        aria-selected={isActive}
        aria-keyshortcuts={product === undefined ? undefined : "Shift+Enter"}
        onClick={() => go(item)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-3 py-1.5 select-none"
      >
        <RowText item={item} />
      </div>
      {product !== undefined && (
        <div
          role="option"
          aria-selected={false}
          aria-label={t("Add {product} to the basket", { product: product.name })}
          onClick={() => add(product)}
          className="mr-1 flex h-9 shrink-0 items-center gap-1.5 rounded-sm px-2 text-sm font-medium whitespace-nowrap text-accent-ink select-none hover:bg-accent-soft touch:justify-center"
        >
          <ShoppingBasket aria-hidden className="size-4" />
          <span className="hidden sm:inline">{t("+ Basket")}</span>
          <kbd
            aria-hidden
            className={cx("hidden text-xs text-muted sm:inline", !isActive && "invisible")}
          >
            ⇧↵
          </kbd>
        </div>
      )}
    </div>
  );
}

function RowText({ item }: { item: Item }) {
  const { icon: Icon, picture, title, detail, amount, status } = item;
  return (
    <>
      {picture === undefined ? (
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      ) : (
        <ProductPicture src={picture} alt="" className="w-8 shrink-0 rounded-sm" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={title}>
          {title}
        </span>
        {detail !== undefined && (
          <span className="block truncate text-sm text-muted">{detail}</span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5 sm:flex-row sm:items-center sm:gap-3">
        {status !== undefined && <StatusBadge status={status} />}
        {amount !== undefined && (
          <span className="text-base whitespace-nowrap tabular-nums">{amount}</span>
        )}
      </span>
    </>
  );
}
