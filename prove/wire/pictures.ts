/** Sends every sample file to both upload routes. A stored file must be a picture without metadata, served as its own type. */
import { startMarket } from "../../testkit/market";
import { type Proof, chance } from "../../embedded/testkit/proof";
import { noneOf } from "../findings";
import { MarketState, changesBetween } from "./marketState";
import { type UploadSample, UPLOAD_SAMPLES, SCRIPT, SECRET } from "./pictureFiles";
import { HealthMonitor } from "./healthMonitor";
import { joinTraders } from "../../testkit/traders";

const ROUTES = { image: "/api/upload/image", qrCode: "/api/upload/qr-code" } as const;
const SHARE = { short: 0.5, long: 1 };

type Verdict = { readonly status: number; readonly wrong: string[] };

/** Fetches a stored file and returns what is wrong with it. */
async function faultsOf(url: string, { bytes, type }: UploadSample): Promise<string[]> {
  const served = await fetch(url);
  const stored = Buffer.from(await served.arrayBuffer());
  const policy = served.headers.get("Content-Security-Policy") ?? "";
  const faults: Readonly<Record<string, boolean>> = {
    "is not served": served.status !== 200,
    [`is served as ${served.headers.get("Content-Type")}`]:
      served.headers.get("Content-Type") !== type,
    "is served without nosniff": served.headers.get("X-Content-Type-Options") !== "nosniff",
    "is served without a sandbox policy":
      !policy.includes("sandbox") || !policy.includes("default-src 'none'"),
    "contains private metadata": stored.includes(SECRET),
    "contains a script": stored.includes(SCRIPT),
    "grew, or is empty": stored.length > bytes.length || stored.length === 0,
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

export const pictures: Proof = {
  name: "pictures",
  title:
    "[I-31] stored uploads are size-limited pictures without metadata, served with their true Content-Type",
  async run({ form, seed, say }) {
    const random = chance(seed);
    const market = await startMarket(["--empty"]);
    const [wrong, changed] = [new Set<string>(), new Set<string>()];
    let [stored, refused] = [0, 0];
    try {
      const { distributors } = await joinTraders(market, 0, 1);
      const state = new MarketState(market);
      const monitor = new HealthMonitor(market);

      const upload = async (file: UploadSample, field: keyof typeof ROUTES): Promise<Verdict> => {
        const sent = new FormData();
        sent.append(
          field,
          new Blob([Uint8Array.from(file.bytes)], { type: file.declaredType }),
          file.fileName,
        );
        const headers = { Authorization: `Bearer ${distributors[0]!.token}` };
        const to = `${market.url}${ROUTES[field]}`;
        const answer = await fetch(to, { method: "POST", body: sent, headers });
        const { url } = (await answer.json()) as { url?: string };
        if (url !== undefined) return { status: answer.status, wrong: await faultsOf(url, file) };
        return { status: answer.status, wrong: answer.status < 400 ? ["has no URL"] : [] };
      };

      for (const file of UPLOAD_SAMPLES.filter(() => random() < SHARE[form])) {
        for (const field of ["image", "qrCode"] as const) {
          const before = await state.read();
          const { status, wrong: faults } = await upload(file, field);
          const isStored = status === 200;
          for (const fault of faults) wrong.add(`${file.name} ${fault}`);
          const isRefused = [400, 413, 415].includes(status);
          if (isStored !== (file.type !== null) || isStored === isRefused) {
            wrong.add(`${file.name}: ${status}`);
          }
          if (isStored) stored += 1;
          else {
            refused += 1;
            const changes = changesBetween(before, await state.read());
            for (const table of changes) changed.add(`${file.name} changed ${table}`);
          }
        }
      }
      say(`${stored} stored, ${refused} refused`);
      const healthFindings = await monitor.stop();
      return [
        {
          what: "files stored, and refused",
          figure: `${stored}, ${refused}, of ${UPLOAD_SAMPLES.length} on two routes`,
          target: "both",
          holds: stored > 0 && refused > 0,
        },
        noneOf("files wrongly stored, refused or served", wrong),
        noneOf("refused files that changed the database", changed),
        ...healthFindings,
      ];
    } finally {
      await market.stop();
    }
  },
};
