/** Every number that bounds what people may send or see, with its unit and its reason. */

// Texts, in characters after trimming.
export const NAME_MAX = 100;
export const ADDRESS_MAX = 500;
/** RFC 5321: 64 before the @, 254 in all. */
export const EMAIL_MAX = 254;
export const EMAIL_LOCAL_MAX = 64;
/** RFC 1035: a domain in ASCII without its last dot. */
export const DOMAIN_MAX = 253;
/** OWASP ASVS 6.2: at least 8, and long passphrases must fit. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** E.164: a country code and up to fifteen digits in all. */
export const PHONE_DIGITS_MIN = 7;
export const PHONE_DIGITS_MAX = 15;
export const UPI_ID_MAX = 100;
export const PRODUCT_NAME_MAX = 100;
/** Other names of a product, and the characters of one. */
export const ALIASES_MAX = 10;
export const ALIAS_MAX = 40;
export const PRODUCT_DESCRIPTION_MAX = 2_000;
export const PRODUCT_SEARCH_MAX = 200;
export const MESSAGE_MAX = 2_000;
export const REASON_MAX = 500;
/** Letters of the reasons of all lines that were taken out of one order: they are stored with it. */
export const LINE_REASONS_MAX = 20_000;
export const CHAT_MESSAGE_MAX = 4_000;
export const FEEDBACK_MAX = 5_000;
export const CLIENT_KEY_MAX = 128;
/** A distributor's article number. */
export const SKU_MAX = 40;

// Figures.
export const PACK_SIZE_MAX = 1_000_000;
export const STOCK_MAX = 1_000_000;
/** ₹9,99,99,999.99 */
export const PRICE_MAX_PAISE = 9_999_999_999;
export const ORDER_QUANTITY_MAX = 100_000;
export const ORDER_LINES_MAX = 100;
/** Orders that one call moves; they have ORDER_LINES_MAX lines together, or are one. */
export const ORDERS_MOVED_MAX = 100;
export const PRICE_BREAKS_MAX = 5;
/** Products in one retailer's basket: three full orders. */
export const BASKET_LINES_MAX = 300;
/** An order of the same lines, which have left the basket, within this time is one of a device that had not heard of the first. */
export const BASKET_ECHO_MS = 24 * 60 * 60_000;
export const BASKET_NAME_MAX = 60;
export const SAVED_BASKETS_MAX = 20;
/** Words of a retailer for which its choices are kept. */
export const LEARNED_WORDS_MAX = 300;
/** Orders to a distributor that its usual basket is made from, and in how many of them a product is usual. */
export const USUAL_ORDERS = 6;
export const USUAL_TIMES_MIN = 2;
/** Lines of one distributor; all distributors together have no more than a basket takes. */
export const USUAL_LINES_MAX = 50;
/** Distributors with a usual basket: those of the latest orders, of which so many are read. */
export const USUAL_DISTRIBUTORS_MAX = 6;
export const USUAL_SCAN_ORDERS = 50;
/** Specification §9: at this stock or below it, a distributor is warned. */
export const LOW_STOCK_MAX = 10;
/** A delivery is promised at most this many years ahead: a date further away is a slip of the keyboard. */
export const DELIVERY_YEARS_MAX = 2;

// Rows that one query reads at most; Convex stops a query at 32,000.
export const PAGE_ROWS_MAX = 1_000;
/** Bytes of the rows that a page reads of its list: rows have up to 100 kB, and Convex stops a query at 16 MiB. A page ends behind them. */
export const PAGE_BYTES_MAX = 4_000_000;
/** The same of orders in lists: for each line, of at least 150 bytes, a picture is read, and Convex stops a query at 4,096 reads. */
export const ORDER_PAGE_BYTES_MAX = 500_000;
/** The same of invoices that are shown whole: for each line, of at least 170 bytes, a picture is read, and for each invoice its order. */
export const INVOICE_PAGE_BYTES_MAX = 100_000;
/** The same of offers: for each an order is read, which has some 40 times its bytes at most. */
export const OFFER_PAGE_BYTES_MAX = 32_000;
/** Products of the catalogue that a page of a search looks at when it has no gram to go by; it holds whatever matches among these. */
export const SEARCH_SCAN_ROWS = 250;
/** Orders that a page of a filtered list looks at, where no index has the filter; it holds whatever matches among these. */
export const ORDER_SCAN_ROWS = 250;
/** Partners that the filter of an order list offers; the text finds the others. */
export const ORDER_PARTNERS_MAX = 50;
/** Products that a page of a search looks at, most of which match: the index is seldom wrong. */
export const SEARCH_PRODUCTS_MAX = 500;
/** Chunks of the search's index in which a page looks for all of a text's grams, some 1 kB each. */
export const SEARCH_CHUNKS_MAX = 250;
/**
 * The same for a page whose end the client names. It grows while it is open, but a client divides one that has grown to twice its
 * size: longer ones are made up.
 */
export const SEARCH_PINNED_PRODUCTS_MAX = 2_000;
export const SEARCH_PINNED_CHUNKS_MAX = 1_000;
/** Products of one row of the index, and such rows of one chunk. */
export const SEARCH_BLOCK_SLOTS = 32;
export const SEARCH_CHUNK_BLOCKS = 64;
/** Changed products that are merged into the index at once: fewer would write more rows for each. Every search reads up to so many. */
export const SEARCH_CHANGES_TO_MERGE = 32;
export const IN_STOCK_SCAN_ROWS = 50;
/** Products whose stock one query tells: the largest page that a screen loads at once. */
export const STOCK_LEVELS_MAX = 250;
export const ORDER_EVENTS_MAX = 200;

// The search of everything (Ctrl K), and quick order.
/** Hits in one group of the search. */
export const SEARCH_HITS_MAX = 4;
/** Products suggested while a name or SKU is typed; more would cover the page. */
export const PRODUCT_SUGGESTIONS_MAX = 6;
/** Newest rows of each of the caller's four lists of orders in which a text is looked for. */
export const SEARCHED_ORDERS = 100;
export const SEARCHED_LINES = 400;
/** Newest invoices of the caller's. */
export const SEARCHED_INVOICES = 500;
/** Invoices have up to a hundred lines with long descriptions: a search stops at this many characters of them. */
export const SEARCHED_INVOICE_CHARACTERS = 1_000_000;
/** Newest connections of the caller's, and newest accounts of those whom the caller may see. */
export const SEARCHED_CONNECTIONS = 100;
export const SEARCHED_ACCOUNTS = 300;
/** Texts that one query matches to products, with up to a few hundred reads each. */
export const MATCH_TEXTS_MAX = 20;
/** Hits of a name among which one that is equal to it is looked for. */
export const MATCH_HITS_MAX = 40;
/** Lines that one call of quick order puts into the basket. */
export const QUICK_LINES_MAX = 50;
/** A pasted sheet: as many lines as a basket has products. */
export const PASTE_LINES_MAX = 300;
/** 200 characters a line. */
export const PASTE_CHARACTERS_MAX = 60_000;
/** An order by text: its characters, the lines that it may have, and the characters of one of them that is understood. */
export const ORDER_TEXT_MAX = 10_000;
export const ORDER_TEXT_LINES_MAX = 300;
export const ORDER_TEXT_LINE_MAX = 200;
/** Distributors, and products of all of them, whose names a browser compares with an order by text. */
export const ORDER_TEXT_DISTRIBUTORS_MAX = 12;
export const ORDER_TEXT_PRODUCTS_MAX = 5_000;
/** Products that one query shows beside the lines of an order by text. */
export const ORDER_TEXT_HITS_MAX = 100;
/** Orders of so short a time are what a shop ordered "last time". */
export const SAME_TIME_MS = 60 * 60_000;

// Files for spreadsheets.
/** Rows that are read at once for a file. */
export const EXPORT_PAGE_ROWS = 500;
/** Bytes of the orders that are read at once for a file: the row of each line has the message and the other party again. */
export const EXPORT_PAGE_BYTES_MAX = 200_000;
/** Rows of one file: a sheet has 1,048,576, its head among them. */
export const EXPORT_ROWS_MAX = 1_000_000;

/** Credit notes that are read at once with their invoices, which may have a megabyte each. */
export const NOTES_PER_PAGE = 12;
/** Documents of a month whose files the browser makes: they are in its memory together. */
export const MONTH_DOCUMENTS_MAX = 20_000;

// Stock that a REST caller reserved before ordering.
/** Time from reserving to ordering. */
export const HOLD_LIFETIME_MS = 10 * 60_000;
export const HOLDS_MAX = 20;
/** One caller keeps pieces of a product reserved for at most this long without ordering it: two renewals of a hold. */
export const HOLD_PERIOD_MS = 3 * HOLD_LIFETIME_MS;
/** Time after such a period for which others have the product. */
export const HOLD_PAUSE_MS = HOLD_PERIOD_MS;
/** A caller's own call to put stock back within this time of a refusal or cancellation is recognised as that: the stock is back already. */
export const RESTORE_ECHO_MS = 10 * 60_000;

// Imports of products.
export const IMPORT_FILE_BYTES_MAX = 5 * 2 ** 20;
/** Bytes of an XLSX file unpacked, sheets and texts together: a full one of 5,000 rows has some 20 MB. */
export const IMPORT_INFLATED_BYTES_MAX = 64 * 2 ** 20;
export const IMPORT_ROWS_MAX = 5_000;
/** A row's number in its file; Excel has so many rows. */
export const IMPORT_LINE_MAX = 2 ** 20;
export const IMPORT_COLUMNS_MAX = 100;
/** Characters of a cell: a description and the blanks around it. */
export const IMPORT_CELL_MAX = 3_000;
/** Rows of one batch, which is written wholly or not at all: a new product is some five rows of the database. */
export const IMPORT_BATCH_ROWS = 50;
/** Products that one query of the preview looks up. */
export const IMPORT_LOOKUP_ROWS = 100;
/** Characters of a picture's address. */
export const PICTURE_ADDRESS_MAX = 2_048;
/** Pictures that one import has fetched; rows beyond keep the drawn one. */
export const IMPORT_PICTURES_MAX = 1_000;
/** Time for which an import that broke off can go on, and its answers are stored. */
export const IMPORT_KEPT_MS = 30 * 24 * 60 * 60_000;

// Pictures.
export const IMAGE_BYTES_MAX = 5 * 2 ** 20;
export const IMAGE_SIDE_MAX_PX = 8_000;
export const IMAGE_PIXELS_MAX = 40_000_000;
/** Bytes of pictures that one account brings, or its imports fetch, in a day: 5,000 products with a good photograph each, or 200 of the largest. */
export const FILE_BYTES_A_DAY = 2 ** 30;
/** Uploads that nobody claimed are removed after this. */
export const UPLOAD_UNCLAIMED_MS = 24 * 60 * 60_000;

// What an account leaves in the database.
/** Bytes of rows in a day: 5,000 products with the longest descriptions, or 150 full orders of such. */
export const ROW_BYTES_A_DAY = 100 * 2 ** 20;
/** The part of a day's bytes at whose use the account is notified. */
export const STORED_SHARE_NOTIFIED = 0.8;
/** Commands that store less are bounded by their number alone, so that an order of one line costs no row more. */
export const SMALL_WRITE_BYTES = 4 * 2 ** 10;

/** Time for which a device stays known without signing in: longer than the pauses of a seasonal trade. */
export const DEVICE_LIFETIME_MS = 180 * 24 * 60 * 60_000;

// One-time codes.
export const OTP_DIGITS = 6;
export const OTP_LIFETIME_MS = 10 * 60_000;
/** Five guesses at one of a million codes: 0.0005 %. */
export const OTP_TRIES = 5;
/** Time from a verified e-mail to the end of the form. */
export const TICKET_LIFETIME_MS = 30 * 60_000;
export const TICKET_UPLOADS = 3;

// Announcements of administrators.
export const ANNOUNCEMENT_TITLE_MAX = 120;
export const ANNOUNCEMENT_TEXT_MAX = 2_000;

// API keys and webhooks.
export const API_KEYS_MAX = 20;
/** A key's last use is right to this: a busy program must not write a row per call. */
export const KEY_USE_NOTED_MS = 60_000;
export const WEBHOOKS_MAX = 5;
export const WEBHOOK_URL_MAX = 2_048;
/** Time from connecting to the answer's beginning. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** Time after an event for which its delivery is tried again. */
export const WEBHOOK_RETRIED_MS = 24 * 60 * 60_000;
/** A webhook that took nothing for this long is told nothing more until a test succeeds. */
export const WEBHOOK_PAUSED_AFTER_MS = 3 * 24 * 60 * 60_000;
export const WEBHOOK_LOG_KEPT_MS = 30 * 24 * 60 * 60_000;
/** Characters of an answer that was no success. */
export const WEBHOOK_PROBLEM_MAX = 200;

// Requests to hosts that people named: webhooks, pushes and pictures by address, and news.
/** Requests under way at once. The embedded backend runs 64 actions in Node at once; the others stay free for what else runs there. */
export const OUTGOING_MAX = 48;
/** Places among these that are reserved for accounts with nothing under way. */
export const OUTGOING_RESERVED = 12;
/** Requests of one account under way at once; one test more. */
export const OUTGOING_ACCOUNT_MAX = 4;
/** Requests in a row that a host left without any answer, after which it is paused for everybody. */
export const HOST_SILENCES_MAX = 3;
/** The first pause of a host; each one doubles, as long as nothing is answered. */
export const HOST_PAUSE_MS = 30_000;
export const HOST_PAUSE_MAX_MS = 15 * 60_000;
/** A webhook, device or picture whose host has not answered for this long is given up. */
export const HOST_SILENT_MAX_MS = 24 * 60 * 60_000;

// Web Push.
/** Browsers that one person is pushed to; a further one replaces the oldest. */
export const PUSH_DEVICES_MAX = 10;
/** Time before a push is sent, in which an open screen reads its notification. */
export const PUSH_DELAY_MS = 2_000;
/** A push service keeps a push for a device that is off for this long after the fact, and failed sending is repeated for as long. */
export const PUSH_LIFETIME_MS = 12 * 60 * 60_000;
/** Attempts in a row that failed, after which a device is dropped: at once if the push service refuses, else if they took a day. */
export const PUSH_FAILURES_MAX = 10;
/** Pushes beyond a person's allowance wait this long, and become one. */
export const PUSH_HELD_MS = 10 * 60_000;
/** Characters of a push: an encrypted push has 4,096 bytes, and a character up to four. */
export const PUSH_TITLE_MAX = 150;
export const PUSH_BODY_MAX = 500;
/** Unread notifications that a summary counts. */
export const PUSH_SUMMED_MAX = 100;

/** Specification §9: thirty days. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60_000;

// Bounds of one retailer's waiting orders. Shares are percent of the stock that it could order with nothing waiting.
/** A distributor accepted the connection: it knows whom it lets order everything. */
export const CONNECTED_SHARE_PERCENT = 100;
/** Nobody knows a retailer without a connection: two thirds stay for those who are known. */
export const NEWCOMER_SHARE_PERCENT = 33;
/** A third of a small stock would be no order at all: so many pieces are allowed of every product. */
export const WAITING_PIECES_MIN = 5;
/** Five full baskets. */
export const CONNECTED_ORDERS_MAX = 500;
/** Half a basket: a first order of a shop, and no more than a distributor can look through. */
export const NEWCOMER_ORDERS_MAX = 50;
/** The greatest bound that a distributor can set; counting reads as many rows. */
export const OPEN_ORDERS_SETTING_MAX = 1_000;
/** Days that a pending order waits for its answer. */
export const ANSWER_DAYS = 14;
export const ANSWER_DAYS_MAX = 90;

/** An offer of fewer pieces waits so long for the retailer: the stock stays held meanwhile. */
export const OFFER_LIFETIME_MS = 48 * 60 * 60_000;
/** Figures on badges are counted to this, and shown as "99+" from there on. */
export const BADGE_MAX = 100;
/** Bytes of all orders that a query counts: it stops behind them. A hundred of the largest have as many. */
export const COUNTED_BYTES_MAX = 12_000_000;
/** Notifications that one call of a program reads by their ids. */
export const NOTIFICATIONS_READ_MAX = 100;
export const NOTIFICATION_LIFETIME_MS = 90 * 24 * 60 * 60_000;
/** Characters of an address in the app: the longest names a chat by an e-mail of 254, each character of which may take nine. */
export const NOTIFICATION_PATH_MAX = 2_500;

// The home pages.
/** Rows of one block: its list is a click away. */
export const HOME_ROWS_MAX = 5;
/** Rows of each day of a block that is divided by days. */
export const HOME_DAY_ROWS_MAX = 3;
/** Pictures of new products. */
export const HOME_PRODUCTS_MAX = 6;
/** Latest connections whose newest products are looked at. */
export const HOME_DISTRIBUTORS_MAX = 50;
/** Products with which a new distributor has a catalogue. */
export const START_PRODUCTS = 10;
/** Distributors that a new retailer is shown, and those of its State, and the newest, among whom they are looked for. */
export const START_DISTRIBUTORS = 3;
export const START_CANDIDATES = 20;
/** Days of the chart of sales. */
export const SALES_DAYS = 30;
/** Products sold last whose stock is compared with their sales. */
export const SOLD_PRODUCTS_MAX = 200;
/** Days whose sales say how long a stock lasts. */
export const COVER_DAYS = 28;
/** A stock that lasts fewer days runs low. */
export const LOW_COVER_DAYS = 7;

// Requests for a connection.
/** Refused so often in a row, a retailer pauses. */
export const REQUEST_REFUSALS_MAX = 5;
export const REQUEST_PAUSE_MS = 7 * 24 * 60 * 60_000;

// Credit and payments.
export const CREDIT_DAYS_MAX = 180;
export const OVERDUE_DAYS_MAX = 365;
/**
 * The largest debt of a pair with its pending orders, the largest advance, and the largest entry: ₹1,000 crore. Sums over some thousand
 * partners stay below 2^53, and so exact.
 */
export const LEDGER_SUM_MAX_PAISE = 1_000_000_000_000;
/** Characters of a payment's reference: RTGS has 22, and people type blanks. */
export const REFERENCE_MAX = 40;
/** Characters of the name of a cheque's bank. */
export const CHEQUE_BANK_MAX = 60;
/** A payment is told within so many days. */
export const PAID_DAYS_MAX = 90;
/** Invoices that one payment names. */
export const NAMED_INVOICES_MAX = 20;
/** Claims of one retailer that wait for one distributor. */
export const OPEN_CLAIMS_MAX = 20;
/** Credit notes of one invoice. Each is a part of what paid its due, and all of those are read together. */
export const CREDIT_NOTES_MAX = 100;
/** Open sums that one run settles with what was paid in advance; the next run follows. */
export const DUES_PER_SETTLEMENT = 200;
/** Open sums of one pair that ageing reads. */
export const AGED_DUES_MAX = 2_000;
/** Open sums of all partners that the home page adds up. */
export const HOME_DUES_MAX = 500;
/** The distributor's "Allow once" lasts so long. */
export const ALLOWANCE_LIFETIME_MS = 24 * 60 * 60_000;
/** A payment by UPI between persons is limited to ₹1,00,000 a day (NPCI). */
export const UPI_DAY_LIMIT_PAISE = 1_00_000_00;
/** Name on a bank account, in characters. */
export const ACCOUNT_HOLDER_MAX = 100;
/** Characters of an account number or IFSC: people type blanks between groups of digits. */
export const BANK_FIELD_MAX = 40;
/** An opening balance is owed since a day that lies at most five years back. */
export const OPENING_DAYS_MAX = 5 * 366;
/** A proposed opening balance counts after so many days without an objection. */
export const OPENING_OBJECTION_DAYS = 14;
/** Opening balances of one pair: who objects five times need not be asked again. */
export const OPENINGS_MAX = 5;
/** Days from the first day of a statement or an export to its last. */
export const STATEMENT_DAYS_MAX = 366;

/** Pictures that stand for the products of an order. */
export const PHOTOS_MAX = 4;
