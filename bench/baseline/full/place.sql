-- Placing an order in one call: it checks first, in the order of convex/orders/place.ts, and then writes. A refusal is an exception, so that
-- nothing was written and nothing is flushed.

CREATE FUNCTION refuse(p_code text, p_data jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'MR001', MESSAGE = p_code, DETAIL = jsonb_build_object('code', p_code) || p_data;
END $$;

-- The nearest quantities that are sold, below and above a wrong one.
CREATE FUNCTION nearest_quantities(p_quantity integer, p_first integer, p_multiple integer) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_quantity < p_first THEN jsonb_build_object('lower', NULL, 'upper', p_first)
    ELSE jsonb_build_object(
      'lower', p_quantity / p_multiple * p_multiple,
      'upper', CASE WHEN (p_quantity / p_multiple + 1) * p_multiple <= 100000 THEN (p_quantity / p_multiple + 1) * p_multiple END)
  END
$$;

CREATE FUNCTION place_order(
  p_token_hash bytea, p_key text, p_digest bytea, p_msg text, p_rule text, p_from_basket boolean,
  p_ids bigint[], p_quantities integer[], p_prices bigint[], p_taxes integer[]
) RETURNS json LANGUAGE plpgsql
-- Arrays of ids seem to be worth a plan of their own in each call, which costs more than it saves.
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  retailer users;
  earlier record;
  sellers bigint[];
  seller record;
  refused text;
  line record;
  refusal jsonb;
  refusals jsonb := '[]';
  at integer;
  remaining integer;
  planned order_lines[] := '{}';
  descriptions text[] := '{}';
  taken_ids bigint[] := '{}';
  taken_pieces integer[] := '{}';
  taken_left integer[] := '{}';
  taken_first integer[] := '{}';
  has_holds boolean := false;
  total_paise bigint := 0;
  owed_paise bigint := 0;
  account credit_accounts;
  pieces integer;
  most integer;
  used_paise bigint;
  limit_paise bigint;
  due record;
  uses_allowance boolean := false;
  stocks json;
  changed integer;
  new_order orders;
  new_notification bigint;
  row_of_list json;
  LEDGER_SUM_MAX CONSTANT bigint := 1000000000000;
BEGIN
  SELECT u.* INTO retailer FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = p_token_hash AND s.expires_at > now() AND u.deactivated_at IS NULL;
  IF retailer.role IS DISTINCT FROM 'retailer' THEN
    PERFORM refuse(CASE WHEN retailer.role IS NULL THEN 'UNAUTHENTICATED' ELSE 'FORBIDDEN' END);
  END IF;

  -- Once for each key.
  SELECT id, digest INTO earlier FROM orders WHERE retailer_id = retailer.id AND order_key = p_key;
  IF FOUND THEN
    IF earlier.digest <> p_digest THEN PERFORM refuse('KEY_REUSED'); END IF;
    RETURN json_build_object('orderId', earlier.id);
  END IF;

  -- The one distributor of what is on sale.
  SELECT array_agg(DISTINCT d.id) INTO sellers FROM products p JOIN users d ON d.id = p.distributor_id
  WHERE p.id = ANY (p_ids) AND p.archived_at IS NULL AND d.deactivated_at IS NULL;
  IF sellers IS NULL THEN
    IF cardinality(p_ids) = 1 THEN PERFORM refuse('NOT_FOUND'); END IF;
    PERFORM refuse('LINES_REFUSED', jsonb_build_object('lines',
      (SELECT jsonb_agg(jsonb_build_object('code', 'NOT_FOUND', 'productId', id)) FROM unnest(p_ids) AS id)));
  END IF;
  IF cardinality(sellers) > 1 THEN PERFORM refuse('ONE_DISTRIBUTOR'); END IF;
  SELECT d.*, t.answer_days, t.min_order_paise, t.network_only, c.blocked_by_retailer_at, c.blocked_by_distributor_at,
    coalesce(c.status = 'accepted', false) AS is_connected,
    CASE WHEN c.status = 'accepted' THEN t.connected_share_percent ELSE t.newcomer_share_percent END AS share,
    CASE WHEN c.status = 'accepted' THEN t.connected_orders ELSE t.newcomer_orders END AS bound,
    coalesce(n.channels -> 'orderPlaced', '["bell", "sound", "push"]') AS channels
  INTO seller FROM users d JOIN order_terms t ON t.distributor_id = d.id
    LEFT JOIN connections c ON c.retailer_id = retailer.id AND c.distributor_id = d.id
    LEFT JOIN notification_settings n ON n.user_id = d.id
  WHERE d.id = sellers[1];

  -- Its standing with the retailer.
  refused := CASE
    WHEN seller.blocked_by_retailer_at IS NOT NULL THEN 'YOU_BLOCKED'
    WHEN seller.blocked_by_distributor_at IS NOT NULL THEN 'NOT_AVAILABLE'
    WHEN seller.network_only AND NOT seller.is_connected THEN 'NETWORK_ONLY'
  END;
  IF refused IS NOT NULL THEN PERFORM refuse(refused); END IF;

  -- The echo of another device.
  IF p_from_basket THEN
    SELECT id INTO earlier FROM orders
    WHERE retailer_id = retailer.id AND distributor_id = seller.id AND placed_at > now() - interval '1 day'
    ORDER BY placed_at DESC LIMIT 1;
    IF FOUND
      AND (SELECT array_agg((product_id, quantity) ORDER BY product_id, quantity) FROM order_lines WHERE order_id = earlier.id)
        = (SELECT array_agg((id, quantity) ORDER BY id, quantity) FROM unnest(p_ids, p_quantities) AS l (id, quantity))
      AND NOT EXISTS (SELECT FROM basket_lines WHERE retailer_id = retailer.id AND product_id = ANY (p_ids))
    THEN PERFORM refuse('ORDERED_ALREADY'); END IF;
  END IF;

  -- Each line: terms, price, tax and stock, to which the retailer's own hold counts. The query computes what it can: expressions of the
  -- language around it are prepared anew in each transaction.
  FOR line IN
    SELECT l.*, p.id AS product_id, p.name, p.description, p.picture, h.quantity AS held, p.stock + coalesce(h.quantity, 0) AS stock, t.*,
      t.price * l.quantity AS paise,
      -- Each half of the tax is rounded half up.
      t.price * l.quantity + 2 * ((t.price * l.quantity * coalesce(t.tax_bp, 0) + 10000) / 20000) AS owed,
      CASE
        WHEN p.id IS NULL THEN '{"code": "NOT_FOUND"}'
        WHEN l.quantity < t.first_quantity OR l.quantity % p.multiple <> 0 THEN
          jsonb_build_object('code', 'BAD_MULTIPLE', 'productName', p.name) || nearest_quantities(l.quantity, t.first_quantity, p.multiple)
        WHEN l.seen_paise <> t.price OR (l.seen_paise IS NOT NULL AND l.seen_tax_bp IS DISTINCT FROM t.tax_bp) THEN
          jsonb_strip_nulls(jsonb_build_object(
            'code', 'PRICE_CHANGED', 'pricePaise', t.price, 'addedTaxBp', t.tax_bp, 'sentPricePaise', l.seen_paise))
      END AS refusal
    FROM unnest(p_ids, p_quantities, p_prices, p_taxes) WITH ORDINALITY AS l (id, quantity, seen_paise, seen_tax_bp, place)
      LEFT JOIN products p ON p.id = l.id AND p.archived_at IS NULL
      LEFT JOIN stock_holds h ON h.retailer_id = retailer.id AND h.product_id = p.id
      CROSS JOIN LATERAL (
        SELECT (p.min_quantity + p.multiple - 1) / p.multiple * p.multiple AS first_quantity,
          coalesce(p.break_paise[nullif(width_bucket(l.quantity, p.break_quantities), 0)], p.price_paise) AS price,
          CASE WHEN seller.taxed_on_top AND p.is_taxable THEN p.gst_rate_bp END AS tax_bp
      ) t
    ORDER BY l.place
  LOOP
    at := array_position(taken_ids, line.product_id);
    remaining := coalesce(taken_left[at], line.stock);
    IF line.refusal IS NOT NULL OR remaining < line.quantity THEN
      refusal := coalesce(line.refusal, jsonb_build_object('code', 'INSUFFICIENT_STOCK', 'stock', remaining, 'productName', line.name));
      IF cardinality(p_ids) = 1 THEN PERFORM refuse(refusal ->> 'code', refusal); END IF;
      refusals := refusals || (refusal || jsonb_build_object('productId', line.id));
      CONTINUE;
    END IF;
    IF at IS NULL THEN
      taken_ids := taken_ids || line.product_id;
      taken_pieces := taken_pieces || (line.quantity - coalesce(line.held, 0));
      taken_left := taken_left || (remaining - line.quantity);
      taken_first := taken_first || line.first_quantity;
    ELSE
      taken_pieces[at] := taken_pieces[at] + line.quantity;
      taken_left[at] := remaining - line.quantity;
    END IF;
    has_holds := has_holds OR line.held IS NOT NULL;
    total_paise := total_paise + line.paise;
    owed_paise := owed_paise + line.owed;
    planned := planned || ROW (NULL, line.place, retailer.id, line.product_id, line.name, line.picture, line.quantity, line.price, line.tax_bp, true)::order_lines;
    descriptions := descriptions || line.description;
  END LOOP;
  IF refusals <> '[]' THEN PERFORM refuse('LINES_REFUSED', jsonb_build_object('lines', refusals)); END IF;

  IF total_paise < seller.min_order_paise THEN
    PERFORM refuse('MIN_ORDER', jsonb_build_object('minPaise', seller.min_order_paise, 'totalPaise', total_paise));
  END IF;

  -- The lock of the pair: bounds and credit of two orders at once are asked one after the other.
  SELECT * INTO account FROM credit_accounts WHERE retailer_id = retailer.id AND distributor_id = seller.id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO credit_accounts (retailer_id, distributor_id) VALUES (retailer.id, seller.id) ON CONFLICT DO NOTHING;
    SELECT * INTO account FROM credit_accounts WHERE retailer_id = retailer.id AND distributor_id = seller.id FOR NO KEY UPDATE;
  END IF;

  -- What waits already, with reservations and this order.
  IF seller.share < 100 OR seller.bound IS NOT NULL THEN
    SELECT count(*) INTO pieces FROM stock_holds h JOIN products p ON p.id = h.product_id
    WHERE h.retailer_id = retailer.id AND p.distributor_id = seller.id AND h.product_id <> ALL (p_ids);
    most := coalesce(seller.bound, 1000);
    IF account.open_lines + pieces + cardinality(p_ids) > most THEN
      PERFORM refuse('TOO_MANY_OPEN_ORDERS', jsonb_build_object('max', most, 'connected', seller.is_connected));
    END IF;
    IF seller.share < 100 THEN
      FOR i IN 1 .. cardinality(taken_ids) LOOP
        SELECT coalesce(sum(quantity), 0) + (SELECT sum(quantity) FROM unnest(planned) WHERE product_id = taken_ids[i]) INTO pieces
        FROM order_lines WHERE retailer_id = retailer.id AND product_id = taken_ids[i] AND is_waiting;
        most := greatest(5, taken_first[i], (taken_left[i] + pieces)::bigint * seller.share / 100);
        IF pieces > most THEN
          PERFORM refuse('TOO_MANY_PIECES', jsonb_build_object('max', most, 'connected', seller.is_connected,
            'productName', (SELECT name FROM products WHERE id = taken_ids[i])));
        END IF;
      END LOOP;
    END IF;
  END IF;

  -- Credit: the limit, what is overdue, and the distributor's allowance for one order.
  used_paise := account.balance_paise + account.open_orders_paise;
  limit_paise := coalesce(CASE WHEN account.terms <> 'advance' THEN account.limit_paise END, LEDGER_SUM_MAX);
  IF used_paise + owed_paise > limit_paise THEN
    uses_allowance := true;
    IF NOT coalesce(account.allowance_until > now() AND used_paise + owed_paise - limit_paise <= account.allowance_paise, false) THEN
      PERFORM refuse('CREDIT_LIMIT', jsonb_build_object('limitPaise', limit_paise, 'usedPaise', used_paise, 'neededPaise', owed_paise));
    END IF;
  END IF;
  IF account.block_overdue_days IS NOT NULL THEN
    SELECT open_paise, due_on INTO due FROM dues
    WHERE retailer_id = retailer.id AND distributor_id = seller.id AND open_paise > account.overdue_paise_ignored
      AND due_on < (now() AT TIME ZONE 'Asia/Kolkata')::date - account.block_overdue_days
    ORDER BY due_on LIMIT 1;
    IF FOUND THEN
      uses_allowance := true;
      IF NOT coalesce(account.allowance_until > now() AND owed_paise <= account.allowance_paise, false) THEN
        PERFORM refuse('OVERDUE', jsonb_build_object('openPaise', due.open_paise, 'dueOn', due.due_on));
      END IF;
    END IF;
  END IF;

  -- The writes, first the stock: the check of a reference would lock its row more weakly, and each order would have to raise the lock of many.
  IF cardinality(taken_ids) > 1 THEN
    PERFORM FROM products WHERE id = ANY (taken_ids) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  WITH taken AS (
    UPDATE products p SET stock = p.stock - t.pieces FROM unnest(taken_ids, taken_pieces) AS t (id, pieces)
    WHERE p.id = t.id AND p.stock >= t.pieces AND p.archived_at IS NULL RETURNING p.id, p.stock
  )
  SELECT json_agg(taken), count(*) INTO stocks, changed FROM taken;
  -- Another order was faster.
  IF changed < cardinality(taken_ids) THEN
    PERFORM refuse('INSUFFICIENT_STOCK', jsonb_build_object('stock', p.stock, 'productName', p.name))
    FROM products p JOIN unnest(taken_ids, taken_pieces) AS t (id, pieces) ON p.id = t.id AND p.stock < t.pieces;
    PERFORM refuse('NOT_FOUND');
  END IF;
  IF has_holds THEN
    DELETE FROM stock_holds WHERE retailer_id = retailer.id AND product_id = ANY (p_ids);
    DELETE FROM hold_periods WHERE retailer_id = retailer.id AND product_id = ANY (p_ids);
  END IF;
  INSERT INTO orders (retailer_id, distributor_id, order_key, digest, shortage_rule, distributor_name, company_name, distributor_email,
    user_name, user_email, user_phone, shop_name, retailer_address, msg, answer_by)
  VALUES (retailer.id, seller.id, p_key, p_digest, p_rule, seller.name, seller.business, seller.email,
    retailer.name, retailer.email, retailer.phone, retailer.business, retailer.address, p_msg, now() + seller.answer_days * interval '1 day')
  RETURNING * INTO new_order;
  INSERT INTO order_lines
  SELECT new_order.id, place, retailer_id, product_id, product_name, picture, quantity, price_paise, added_tax_bp, is_waiting FROM unnest(planned);
  UPDATE credit_accounts SET open_orders_paise = open_orders_paise + owed_paise, open_lines = open_lines + cardinality(p_ids),
    allowance_paise = CASE WHEN NOT uses_allowance THEN allowance_paise END, allowance_until = CASE WHEN NOT uses_allowance THEN allowance_until END
  WHERE retailer_id = retailer.id AND distributor_id = seller.id;
  IF p_from_basket THEN
    DELETE FROM basket_lines b USING unnest(p_ids, p_quantities) AS l (id, quantity)
    WHERE b.retailer_id = retailer.id AND b.product_id = l.id AND b.quantity = l.quantity;
  END IF;
  INSERT INTO order_events (order_id, kind, actor_id, msg, descriptions) VALUES (new_order.id, 'placed', retailer.id, p_msg, descriptions);
  INSERT INTO figure_changes (figure, user_id, day, by)
  VALUES ('orders.pending', NULL, NULL, 1), ('ordersPlaced', retailer.id, (now() AT TIME ZONE 'Asia/Kolkata')::date, 1);
  row_of_list := json_build_object(
    'id', new_order.id, 'status', 'pending', 'shortageRule', p_rule, 'msg', p_msg, 'createdAt', new_order.placed_at,
    'userName', retailer.name, 'shopName', retailer.business, 'userPhone', retailer.phone, 'userEmail', retailer.email,
    'retailerAddress', retailer.address,
    'lines', (SELECT json_agg(json_build_object('productName', product_name, 'quantity', quantity, 'pricePaise', price_paise,
      'addedTaxBp', added_tax_bp, 'picture', picture)) FROM unnest(planned)));
  INSERT INTO webhook_outbox (webhook_id, event, payload)
  SELECT id, 'order.placed', row_of_list FROM webhooks
  WHERE user_id IN (retailer.id, seller.id) AND paused_at IS NULL AND 'order.placed' = ANY (events);
  IF jsonb_array_length(seller.channels) > 0 THEN
    INSERT INTO notifications (user_id, kind, partner_id, partner_name, product_name, picture, line_count, paise, path, subject, is_to_do, is_hidden)
    VALUES (seller.id, 'orderPlaced', retailer.id, retailer.business, planned[1].product_name, planned[1].picture, cardinality(planned),
      owed_paise, '/distributor/orders/pending/' || new_order.id, new_order.id, true, NOT seller.channels ?| '{bell,sound}')
    RETURNING id INTO new_notification;
    IF seller.channels ? 'push' THEN
      INSERT INTO push_outbox (subscription_id, notification_id)
      SELECT id, new_notification FROM push_subscriptions WHERE user_id = seller.id;
    END IF;
  END IF;
  RETURN json_build_object('orderId', new_order.id, 'distributorId', seller.id, 'order', row_of_list, 'stock', stocks,
    'notificationId', new_notification);
END $$;
