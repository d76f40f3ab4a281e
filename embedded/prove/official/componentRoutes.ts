/** Requests to routes of mounted components, as the tests in `http_action.rs` make them, with their answers. */

interface RouteRequest {
  readonly path: string;
  /** Sent by POST. */
  readonly body?: string;
  readonly status: number;
  /** The response's body; `$SITE` in it is the deployment's address. Anything when it is absent. */
  readonly text?: string;
  readonly not?: string;
}

export interface RouteTest {
  readonly title: string;
  readonly project: string;
  readonly requests: readonly RouteRequest[];
}

type Row = readonly [title: string, ...requests: RouteRequest[]];

function tests(project: string, rows: readonly Row[]): RouteTest[] {
  return rows.map(([title, ...requests]) => ({ title, project, requests }));
}

export const ROUTE_TESTS: readonly RouteTest[] = [
  ...tests("http_mount_routing", [
    [
      "test_http_mount_routes_to_child_component",
      { path: "/api/hello", status: 200, text: "hello from component" },
    ],
    ["test_http_mount_no_route_outside_mount", { path: "/hello", status: 404 }],
    [
      "test_http_mount_site_url_prefixed",
      { path: "/api/site-url", status: 200, text: "$SITE/api" },
    ],
    [
      "test_http_grandchild_routes_not_mounted_outside_of_tree",
      { path: "/api/grandchild-hello", status: 404 },
      { path: "/grandchild-hello", status: 404 },
    ],
    [
      "test_http_grandchild_explicitly_exposed_via_parent",
      { path: "/api/grandchild-greeting", status: 200, text: "hello from grandchild query" },
    ],
    [
      "test_http_nested_grandchild_route",
      { path: "/api/gc/grandchild-hello", status: 200, text: "hello from grandchild component" },
    ],
    [
      "test_http_grandchild_site_url",
      { path: "/api/gc/site-url", status: 200, text: "$SITE/api/gc" },
    ],
    [
      "test_http_app_catch_all_handles_unmatched_routes",
      { path: "/nonexistent", status: 404, text: "app custom 404" },
    ],
    [
      "test_http_grandchild_catch_all_handles_unmatched_routes",
      { path: "/api/gc/nonexistent", status: 404, text: "grandchild custom 404" },
    ],
    [
      "test_http_mounted_component_does_not_fall_through_to_app_catch_all",
      { path: "/api/nonexistent", status: 404, not: "app custom 404" },
    ],
  ]),
  ...tests("http_prefix_and_mount_routing", [
    [
      "test_http_prefix_and_mount_app_route",
      { path: "/api/echo", body: "hello app", status: 200, text: "hello app" },
    ],
    [
      "test_http_prefix_and_mount_child_route",
      { path: "/hello", status: 200, text: "hello from component" },
    ],
    [
      "test_http_prefix_and_mount_child_site_url",
      { path: "/site-url", status: 200, text: "$SITE" },
    ],
  ]),
  ...tests("http_legacy_routes", [
    [
      "test_http_legacy_get_route",
      { path: "/greet", status: 200, text: "hello from legacy component route" },
    ],
    [
      "test_http_legacy_post_echo_route",
      { path: "/echo", body: "test payload", status: 200, text: "test payload" },
    ],
    ["test_http_legacy_unregistered_route", { path: "/nonexistent", status: 404 }],
  ]),
  ...tests("http_no_prefix_mounting", [
    ["test_http_no_prefix_component_routes_not_accessible", { path: "/hello", status: 404 }],
    [
      "test_http_no_prefix_grandchild_routes_not_accessible",
      { path: "/gc/grandchild-hello", status: 404 },
      { path: "/api/gc/grandchild-hello", status: 404 },
    ],
  ]),
];
