/** The columns that the tables of orders share; their rows are lines. */
import type { ReactNode } from "react";
import { piecesText } from "../../../../domain/orderLines";
import type { Column } from "../../../ui/DataTable";
import { OneLine } from "../../../ui/OneLine";
import { Price } from "../../../ui/Money";
import { cx } from "../../../lib/cx";
import { OrderLink } from "../order/OrderLink";
import { type LineRow } from "../orderRow";
import { t } from "../../../../domain/language/texts";

type LineColumn = Column<LineRow>;

/** Struck out where it is not sent. */
export function productLook({ line }: LineRow): string {
  return line.refused === undefined ? "font-medium" : "text-muted line-through";
}

/** The name of a single line is the title of its order; of several the heading has it. */
export function Title({ row, children }: { row: LineRow; children: ReactNode }) {
  if (row.isOfSeveral) return children;
  return (
    <OrderLink orderId={row.order._id} className="block">
      {children}
    </OrderLink>
  );
}

export const productColumn: LineColumn = {
  key: "product",
  header: t("Product"),
  primary: true,
  // As high as the picture beside it on phones.
  className: "min-h-11 items-center rows:min-h-0",
  cell: (row) => (
    <Title row={row}>
      <OneLine
        text={row.line.productName}
        className={cx(productLook(row), "2xl:max-w-52 rows:max-w-40")}
      />
    </Title>
  ),
};

export const quantityColumn: LineColumn = {
  key: "quantity",
  header: t("Quantity"),
  align: "right",
  cell: ({ line }) => piecesText(line),
};

export const priceColumn: LineColumn = {
  key: "price",
  header: t("Price"),
  align: "right",
  cell: ({ line }) => <Price of={line} />,
};
