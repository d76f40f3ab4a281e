/** People and rows for component tests, in the server's own shapes. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";
import type { Id, TableNames } from "../../convex/_generated/dataModel";
import { lineIdOf, totalPaiseOf } from "../../domain/orderLines";
import type { Me } from "../session/userdata";

/** With everything that any list or dialog shows. */
type AnyProduct = NonNullable<FunctionReturnType<typeof api.products.one>>;
/** Terms may be absent, what visitors don't see may not. */
type Product = AnyProduct &
  Required<Pick<AnyProduct, "stock" | "distributorId" | "distributorEmail">>;
type Incoming = FunctionReturnType<typeof api.orders.incoming>["page"][number];
type Outgoing = FunctionReturnType<typeof api.orders.outgoing>["page"][number];
/** A line of a row of either side's lists. */
type Line = Incoming["lines"][number] & Outgoing["lines"][number];
/** A row of either side's lists. */
type Order = Omit<Incoming & Outgoing, "lines" | "userEmail"> & {
  userEmail: string;
  lines: Line[];
};
type WholeOrder = NonNullable<FunctionReturnType<typeof api.orders.one>>;
type Distributor = FunctionReturnType<typeof api.users.distributors>["page"][number];
type Retailer = FunctionReturnType<typeof api.users.retailers>["page"][number];

export function idOf<Table extends TableNames>(name: string): Id<Table> {
  return name as Id<Table>;
}

/** 4 March 2026, noon in India. */
export const MARCH_4 = Date.UTC(2026, 2, 4, 6, 30);

/** One word without a place to break it, and a text as long as Hindi translations are. */
export const LONG_WORD = "Tiruchirappalli".repeat(8);
export const LONG_HINDI =
  "उत्तर प्रदेश राज्य के सभी थोक विक्रेताओं एवं खुदरा व्यापारियों के लिए उपलब्ध उच्चतम गुणवत्ता वाला बासमती चावल";

/** A picture that needs no server. */
export const PICTURE_URL =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/%3E";

/** Returns a picture to choose, which the browser can decode. */
export async function pictureFile(name = "picture.png"): Promise<File> {
  const canvas = new OffscreenCanvas(4, 3);
  canvas.getContext("2d");
  return new File([await canvas.convertToBlob()], name, { type: "image/png" });
}

export const MEENA: Me = {
  _id: idOf("meena"),
  role: "retailer",
  name: "Meena Talwari",
  email: "meena@mandi.test",
  phone: "+91 98765 43210",
  address: "12 Station Road\nPune 411001",
  shopName: "Peepal Chowk Stores",
  imageUrl: null,
  createdAt: MARCH_4,
};

export const ASHA: Me = {
  _id: idOf("asha"),
  role: "distributor",
  name: "Asha Kolhari",
  email: "asha@mandi.test",
  phone: "+91 91234 56780",
  address: "7 Market Yard\nNagpur 440008",
  companyName: "Banyan Court Wholesale",
  upiId: "asha@upi",
  imageUrl: null,
  createdAt: MARCH_4,
};

export const ADMIN: Me = {
  _id: idOf("admin"),
  role: "admin",
  name: "Mandi Admin",
  email: "admin@mandi.test",
  phone: "",
  address: "",
  imageUrl: null,
  createdAt: MARCH_4,
};

export function product(part: Partial<Product> = {}): Product {
  return {
    _id: idOf("product"),
    name: "Basmati rice",
    type: "Food and Beverage",
    description: "Long grain, one year old.",
    packSize: 25,
    pricePaise: 123_456_700,
    imageUrl: null,
    distributorName: ASHA.name,
    createdAt: MARCH_4,
    stock: 40,
    distributorId: idOf("asha"),
    distributorEmail: ASHA.email,
    ...part,
  };
}

export function orderLine(part: Partial<Line> = {}): Line {
  return {
    productId: idOf("product"),
    productName: "Basmati rice",
    picture: null,
    quantity: 12,
    pricePaise: 64_050,
    ...part,
  };
}

/** An order of one line unless `lines` says otherwise; fields of a line are those of that one. */
export function order(part: Partial<Order & Line> = {}): Order {
  const { productId, productName, picture, quantity, askedQuantity, pricePaise, ...rest } = part;
  const { addedTaxBp, refused, ...fields } = rest;
  const line = { productId, productName, picture, quantity, askedQuantity, pricePaise };
  const given = Object.entries({ ...line, addedTaxBp, refused });
  return {
    _id: idOf("order"),
    lines: [orderLine(Object.fromEntries(given.filter(([, value]) => value !== undefined)))],
    status: "pending",
    msg: "Before the weekend",
    createdAt: MARCH_4,
    distributorName: ASHA.name,
    distributorEmail: ASHA.email,
    userName: MEENA.name,
    userEmail: MEENA.email,
    userPhone: MEENA.phone,
    shopName: "Peepal Chowk Stores",
    retailerAddress: MEENA.address,
    ...fields,
  };
}

/** The order of a row, as its own query answers it. */
export function wholeOrder(part: Partial<WholeOrder> = {}, row: Order = order()): WholeOrder {
  return {
    ...row,
    ...{ msg: "", totalPaise: totalPaiseOf(row.lines), endsSoon: false },
    lines: row.lines.map(({ picture: imageUrl, ...line }, at) => {
      return { productId: idOf("product"), ...line, imageUrl, lineId: lineIdOf(row, at) };
    }),
    distributorId: idOf("asha"),
    retailerId: idOf("meena"),
    ...part,
  };
}

export function distributor(part: Partial<Distributor> = {}): Distributor {
  const { name, email, phone, address, imageUrl, createdAt } = ASHA;
  return {
    _id: idOf("asha"),
    companyName: "Banyan Court Wholesale",
    connection: "accepted",
    ...{ name, email, phone, address, imageUrl, createdAt },
    ...part,
  };
}

export function retailer(part: Partial<Retailer> = {}): Retailer {
  const { name, email, phone, address, imageUrl, createdAt, role } = MEENA;
  return {
    _id: idOf("meena"),
    shopName: "Peepal Chowk Stores",
    ...{ name, email, phone, address, imageUrl, createdAt, role },
    ...part,
  };
}
