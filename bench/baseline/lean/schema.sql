-- The same market as a relational schema: what the workloads touch, with the indexes that they need.
CREATE EXTENSION pg_trgm;

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('retailer', 'distributor', 'admin')),
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  phone text NOT NULL,
  address text NOT NULL,
  business text NOT NULL,
  deactivated_at timestamptz
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL
);

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  distributor_id bigint NOT NULL REFERENCES users,
  name text NOT NULL,
  type text NOT NULL,
  description text NOT NULL,
  pack_size integer NOT NULL,
  price_paise bigint NOT NULL,
  stock integer NOT NULL CHECK (stock >= 0),
  archived_at timestamptz
);
CREATE INDEX products_listed ON products (id DESC) WHERE archived_at IS NULL;
CREATE INDEX products_by_name ON products USING gin (name gin_trgm_ops) WHERE archived_at IS NULL;

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  retailer_id bigint NOT NULL REFERENCES users,
  order_key text NOT NULL,
  distributor_id bigint NOT NULL REFERENCES users,
  product_id bigint NOT NULL REFERENCES products,
  product_name text NOT NULL,
  product_description text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  price_paise bigint NOT NULL,
  distributor_name text NOT NULL,
  distributor_email text NOT NULL,
  user_name text NOT NULL,
  user_email text NOT NULL,
  user_phone text NOT NULL,
  shop_name text NOT NULL,
  retailer_address text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  msg text NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (retailer_id, order_key)
);
CREATE INDEX orders_incoming ON orders (distributor_id, status, id DESC);
CREATE INDEX orders_outgoing ON orders (retailer_id, status, id DESC);

CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  kind text NOT NULL,
  actor_id bigint NOT NULL REFERENCES users,
  msg text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_events_of_order ON order_events (order_id);

CREATE TABLE connections (
  retailer_id bigint NOT NULL REFERENCES users,
  distributor_id bigint NOT NULL REFERENCES users,
  status text NOT NULL,
  PRIMARY KEY (retailer_id, distributor_id)
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
