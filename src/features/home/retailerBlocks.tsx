/** Blocks of the retailer's home: offers, what waits, the usual basket, new products, messages. */
import * as links from "../../../domain/links";
import type { FunctionReturnType } from "convex/server";
import type { ComponentType } from "react";
import { Link } from "react-router-dom";
import type { api } from "../../../convex/_generated/api";
import { gstText, priceText } from "../../../domain/price";
import { contentText } from "../../market/orderContent";
import { useNow } from "../../lib/useNow";
import { endText } from "../../lib/waiting";
import { AgeText } from "../../ui/AgeText";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { Block, type BlockKind, countText, type LiveBlock, Row } from "./Block";
import { t } from "../../../domain/language/texts";

type Live<Value> = { block: LiveBlock<Value>; className: string };

type Offers = FunctionReturnType<typeof api.home.offers>;

export const OFFERS: BlockKind<Offers> = {
  title: t("Offers to agree"),
  to: links.ORDER_PAGES.retailer.pending,
  topic: t("offers"),
  emptyText: ({ count }) => (count === 0 ? t("No offers wait for you") : undefined),
  errorMessage: t("Failed to load offers."),
};

export function OffersBlock(props: Live<Offers>) {
  const now = useNow();
  return (
    <Block {...props} figure={({ count }) => countText(count)}>
      {({ rows }) => (
        <ul>
          {rows.map(({ _id, orderId, business, lines, isOfTaxAlone, expiresAt }) => (
            <Row
              key={_id}
              to={links.orderAddress("retailer", "pending", orderId)}
              text={business}
              detail={
                isOfTaxAlone === true
                  ? t("The GST on your order has changed")
                  : t(
                      "{count, plural, one {Can send less of # line} other {Can send less of # lines}}",
                      { count: lines },
                    )
              }
              value={<span className="text-sm text-caution">{endText(expiresAt, now)}</span>}
            />
          ))}
        </ul>
      )}
    </Block>
  );
}

type Waiting = FunctionReturnType<typeof api.home.waiting>;

export const WAITING: BlockKind<Waiting> = {
  title: t("Waiting for an answer"),
  to: links.ORDER_PAGES.retailer.pending,
  topic: t("answers"),
  emptyText: ({ count }) => (count === 0 ? t("All answered") : undefined),
  errorMessage: t("Failed to fetch pending orders."),
};

export function WaitingBlock(props: Live<Waiting>) {
  return (
    <Block {...props} figure={({ count, hasMore }) => countText(count, hasMore)}>
      {({ rows }) => (
        <ul>
          {rows.map((row) => (
            <Row
              key={row.orderId}
              to={links.orderAddress("retailer", "pending", row.orderId)}
              picture={row.picture}
              text={row.partner}
              detail={contentText(row)}
              value={
                <span className="flex flex-col items-end">
                  <Money paise={row.totalPaise} />
                  <AgeText placedAt={row.placedAt} />
                </span>
              }
            />
          ))}
        </ul>
      )}
    </Block>
  );
}

type Usual = FunctionReturnType<typeof api.basket.usual>;

/** A button that adds lines to the basket. Its feature is another one, which the app joins with this. */
export type AddAllButton = ComponentType<{
  lines: readonly { readonly productId: string; readonly quantity: number }[];
}>;

/** Lines of the usual basket that are shown. */
const USUAL_ROWS = 5;

export const USUAL: BlockKind<Usual> = {
  title: t("Usual basket"),
  to: links.BASKET,
  link: t("Basket"),
  topic: t("usual basket"),
  emptyText: (usual) => (usual.length === 0 ? t("Nothing ordered twice yet") : undefined),
  errorMessage: t("The usual basket could not be loaded."),
};

export function UsualBlock({ AddAll, ...props }: Live<Usual> & { AddAll: AddAllButton }) {
  const allLines = (usual: Usual) => usual.flatMap(({ lines }) => lines);
  return (
    <Block
      {...props}
      figure={(usual) => allLines(usual).length}
      action={(usual) => <AddAll lines={allLines(usual)} />}
    >
      {(usual) => (
        <ul>
          {allLines(usual)
            .slice(0, USUAL_ROWS)
            .map((line) => (
              <Row
                key={line.productId}
                to={links.orderForm(line.productId)}
                picture={line.picture}
                text={line.name}
                value={`${line.quantity.toLocaleString("en-IN")} × ${priceText(line)}`}
              />
            ))}
        </ul>
      )}
    </Block>
  );
}

type NewProducts = FunctionReturnType<typeof api.home.newProducts>;

export const NEW_PRODUCTS: BlockKind<NewProducts> = {
  title: t("New at my distributors"),
  to: links.LATEST_PRODUCTS,
  topic: t("new products"),
  emptyText: (rows) => (rows.length === 0 ? t("Connect with distributors to see them") : undefined),
  errorMessage: t("An error occurred while fetching the latest products."),
};

export function NewProductsBlock(props: Live<NewProducts>) {
  return (
    <Block {...props}>
      {(rows) => (
        <div className="@container">
          <ul className="grid grid-cols-2 gap-3 p-4 pt-1 @md:grid-cols-3 @2xl:grid-cols-6">
            {rows.map(({ _id, name, picture, business, ...price }) => (
              <li key={_id} className="min-w-0">
                <Link to={links.orderForm(_id)} className="group block rounded-sm">
                  <ProductPicture src={picture} alt="" className="rounded-sm" />
                  <span title={name} className="mt-1.5 block truncate group-hover:underline">
                    {name}
                  </span>
                  <span className="block truncate text-sm text-muted">
                    <Money paise={price.pricePaise} />
                    {gstText(price)} · {business}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Block>
  );
}

type Unread = FunctionReturnType<typeof api.home.unread>;

export const UNREAD: BlockKind<Unread> = {
  title: t("Unread messages"),
  to: links.CHAT,
  topic: t("unread messages"),
  emptyText: ({ count }) => (count === 0 ? t("All read") : undefined),
  errorMessage: t("Failed to load users"),
};

export function UnreadBlock(props: Live<Unread>) {
  return (
    <Block {...props} figure={({ count }) => countText(count)}>
      {({ rows }) => (
        <ul>
          {rows.map(({ _id, name, email, text, unread }) => (
            <Row
              key={_id}
              to={links.chatWith(email)}
              text={name}
              detail={text === "" ? t("Picture") : text}
              value={<span className="font-semibold">{countText(unread)}</span>}
            />
          ))}
        </ul>
      )}
    </Block>
  );
}
