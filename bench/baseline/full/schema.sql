-- The market as a relational schema: all that placing an order reads and writes, with the indexes that the queries need.
CREATE EXTENSION pg_trgm;

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('retailer', 'distributor', 'admin')),
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  phone text NOT NULL,
  address text NOT NULL,
  business text NOT NULL,
  -- Null unless tax comes on top of the distributor's prices.
  taxed_on_top boolean,
  deactivated_at timestamptz
);

-- Bounds of what one retailer has waiting with a distributor. An orders column that is null: as many as there are.
CREATE TABLE order_terms (
  distributor_id bigint PRIMARY KEY REFERENCES users,
  connected_share_percent integer NOT NULL DEFAULT 100,
  connected_orders integer,
  newcomer_share_percent integer NOT NULL DEFAULT 100,
  newcomer_orders integer,
  answer_days integer NOT NULL DEFAULT 14,
  min_order_paise bigint NOT NULL DEFAULT 0,
  network_only boolean NOT NULL DEFAULT false
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL
);

-- Room for a changed stock on the same page, so that no index is written.
CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  distributor_id bigint NOT NULL REFERENCES users,
  name text NOT NULL,
  type text NOT NULL,
  description text NOT NULL,
  pack_size integer NOT NULL,
  picture text NOT NULL,
  price_paise bigint NOT NULL,
  -- From so many pieces on a piece costs so much; ascending.
  break_quantities integer[] NOT NULL DEFAULT '{}',
  break_paise bigint[] NOT NULL DEFAULT '{}',
  min_quantity integer NOT NULL DEFAULT 1,
  multiple integer NOT NULL DEFAULT 1,
  is_taxable boolean NOT NULL DEFAULT true,
  gst_rate_bp integer NOT NULL DEFAULT 0,
  stock integer NOT NULL CHECK (stock >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  archived_at timestamptz
) WITH (fillfactor = 80);
CREATE INDEX products_listed ON products (id DESC) WHERE archived_at IS NULL;
CREATE INDEX products_by_name ON products USING gin (name gin_trgm_ops) WHERE archived_at IS NULL;

CREATE TABLE connections (
  retailer_id bigint NOT NULL REFERENCES users,
  distributor_id bigint NOT NULL REFERENCES users,
  status text NOT NULL,
  blocked_by_retailer_at timestamptz,
  blocked_by_distributor_at timestamptz,
  PRIMARY KEY (retailer_id, distributor_id)
);

CREATE TABLE stock_holds (
  retailer_id bigint NOT NULL REFERENCES users,
  product_id bigint NOT NULL REFERENCES products,
  quantity integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (retailer_id, product_id)
);
CREATE TABLE hold_periods (
  retailer_id bigint NOT NULL REFERENCES users,
  product_id bigint NOT NULL REFERENCES products,
  started_at timestamptz NOT NULL,
  PRIMARY KEY (retailer_id, product_id)
);

CREATE TABLE basket_lines (
  retailer_id bigint NOT NULL REFERENCES users,
  product_id bigint NOT NULL REFERENCES products,
  quantity integer NOT NULL,
  PRIMARY KEY (retailer_id, product_id)
);

CREATE TABLE credit_accounts (
  retailer_id bigint NOT NULL REFERENCES users,
  distributor_id bigint NOT NULL REFERENCES users,
  terms text NOT NULL DEFAULT 'onDelivery',
  limit_paise bigint,
  block_overdue_days integer,
  overdue_paise_ignored bigint NOT NULL DEFAULT 0,
  balance_paise bigint NOT NULL DEFAULT 0,
  open_orders_paise bigint NOT NULL DEFAULT 0,
  open_lines integer NOT NULL DEFAULT 0,
  allowance_paise bigint,
  allowance_until timestamptz,
  PRIMARY KEY (retailer_id, distributor_id)
) WITH (fillfactor = 70);

CREATE TABLE dues (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  retailer_id bigint NOT NULL,
  distributor_id bigint NOT NULL,
  due_on date NOT NULL,
  open_paise bigint NOT NULL,
  FOREIGN KEY (retailer_id, distributor_id) REFERENCES credit_accounts
);
CREATE INDEX dues_open ON dues (retailer_id, distributor_id, due_on) WHERE open_paise <> 0;

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  retailer_id bigint NOT NULL REFERENCES users,
  distributor_id bigint NOT NULL REFERENCES users,
  order_key text NOT NULL,
  digest bytea NOT NULL,
  shortage_rule text NOT NULL,
  distributor_name text NOT NULL,
  company_name text NOT NULL,
  distributor_email text NOT NULL,
  user_name text NOT NULL,
  user_email text NOT NULL,
  user_phone text NOT NULL,
  shop_name text NOT NULL,
  retailer_address text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  msg text NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT now(),
  answer_by timestamptz NOT NULL,
  UNIQUE (order_key, retailer_id)
);
CREATE INDEX orders_incoming ON orders (distributor_id, status, id DESC);
CREATE INDEX orders_outgoing ON orders (retailer_id, status, id DESC);
CREATE INDEX orders_of_pair ON orders (retailer_id, distributor_id, placed_at DESC);
CREATE INDEX orders_to_end ON orders (answer_by) WHERE status = 'pending';

CREATE TABLE order_lines (
  order_id bigint NOT NULL REFERENCES orders,
  place integer NOT NULL,
  retailer_id bigint NOT NULL,
  product_id bigint NOT NULL REFERENCES products,
  product_name text NOT NULL,
  picture text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  price_paise bigint NOT NULL,
  added_tax_bp integer,
  -- While its order waits for an answer.
  is_waiting boolean NOT NULL DEFAULT true,
  PRIMARY KEY (order_id, place)
);
CREATE INDEX order_lines_waiting ON order_lines (retailer_id, product_id) INCLUDE (quantity) WHERE is_waiting;

CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  kind text NOT NULL,
  actor_id bigint NOT NULL REFERENCES users,
  msg text,
  descriptions text[],
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_events_of_order ON order_events (order_id);

-- Changes of figures, which the server adds up every second: no two orders write the same figure.
CREATE TABLE figure_changes (
  figure text NOT NULL,
  user_id bigint,
  day date,
  by integer NOT NULL
);
CREATE TABLE counters (figure text PRIMARY KEY, count bigint NOT NULL);
CREATE TABLE user_counts (
  figure text NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  count bigint NOT NULL,
  PRIMARY KEY (figure, user_id)
);
CREATE TABLE day_counts (figure text NOT NULL, day date NOT NULL, count bigint NOT NULL, PRIMARY KEY (figure, day));

CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  events text[] NOT NULL,
  paused_at timestamptz
);
CREATE INDEX webhooks_of_user ON webhooks (user_id);
CREATE TABLE webhook_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks,
  event text NOT NULL,
  payload jsonb NOT NULL
);

CREATE TABLE notification_settings (user_id bigint PRIMARY KEY REFERENCES users, channels jsonb NOT NULL);
CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  partner_id bigint NOT NULL,
  partner_name text NOT NULL,
  product_name text,
  picture text,
  line_count integer,
  paise bigint,
  path text NOT NULL,
  subject bigint NOT NULL,
  read_at timestamptz,
  is_to_do boolean NOT NULL,
  is_hidden boolean NOT NULL
);
CREATE INDEX notifications_of_user ON notifications (user_id, id DESC) WHERE NOT is_hidden;
CREATE INDEX notifications_unread ON notifications (user_id, path) WHERE read_at IS NULL;
CREATE INDEX notifications_to_do ON notifications (user_id, subject) WHERE is_to_do;

CREATE TABLE push_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  endpoint text NOT NULL
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id);
CREATE TABLE push_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription_id bigint NOT NULL REFERENCES push_subscriptions,
  notification_id bigint NOT NULL REFERENCES notifications
);

CREATE TABLE messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  retailer_id bigint NOT NULL,
  distributor_id bigint NOT NULL,
  sender_id bigint NOT NULL REFERENCES users,
  content text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (retailer_id, distributor_id) REFERENCES connections
);
CREATE INDEX messages_of_pair ON messages (retailer_id, distributor_id, id DESC);

-- The server keeps callers and lists in memory until it hears that they changed.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], '');
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_changed AFTER UPDATE OR DELETE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION tell_change('callers');
CREATE TRIGGER users_changed AFTER UPDATE ON users FOR EACH STATEMENT EXECUTE FUNCTION tell_change('callers');
CREATE TRIGGER users_listed AFTER UPDATE ON users FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');
CREATE TRIGGER products_added AFTER INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');
CREATE TRIGGER products_changed
  AFTER UPDATE OF name, type, pack_size, picture, price_paise, min_quantity, multiple, is_taxable, gst_rate_bp, archived_at ON products
  FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');
