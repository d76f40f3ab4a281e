/** Sends every sample file to both upload routes. A stored file must be a picture without metadata, served as its own type. */
import { type Market, inMarket } from "../../testkit/market";
import { type Proof, chance } from "../../embedded/testkit/proof";
import { least, none } from "../../embedded/testkit/findings";
import { type UploadSample, UPLOAD_SAMPLES, SCRIPT, SECRET } from "./pictureFiles";
import { joinTraders } from "../../testkit/traders";

const ROUTES = { image: "/api/upload/image", qrCode: "/api/upload/qr-code" } as const;
const SHARE = { short: 0.5, long: 1 };

/** Fetches a stored file and returns what is wrong with it. */
async function faultsOf(url: string, bytes: Buffer, type: string | null): Promise<string[]> {
  const served = await fetch(url);
  const stored = Buffer.from(await served.arrayBuffer());
  const policy = served.headers.get("Content-Security-Policy") ?? "";
  const faults: Readonly<Record<string, boolean>> = {
    " is not served": served.status !== 200,
    [` is served as ${served.headers.get("Content-Type")}`]:
      served.headers.get("Content-Type") !== type,
    " is served without nosniff": served.headers.get("X-Content-Type-Options") !== "nosniff",
    " is served without a sandbox policy":
      !policy.includes("sandbox") || !policy.includes("default-src 'none'"),
    " contains private metadata": stored.includes(SECRET),
    " contains a script": stored.includes(SCRIPT),
    " grew, or is empty": stored.length > bytes.length || stored.length === 0,
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

async function upload(
  market: Market,
  token: string,
  { bytes, declaredType, fileName, ...file }: UploadSample,
  field: keyof typeof ROUTES,
): Promise<{ status: number; wrong: string[] }> {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(bytes)], { type: declaredType }), fileName);
  const sent = { method: "POST", body: form, headers: { Authorization: `Bearer ${token}` } };
  const answer = await fetch(`${market.url}${ROUTES[field]}`, sent);
  const { url } = (await answer.json()) as { url?: string };
  const isStored = answer.status === 200;
  const isRefused = [400, 413, 415].includes(answer.status);
  const wrong =
    isStored !== (file.type !== null) || isStored === isRefused ? [`: ${answer.status}`] : [];
  if (isStored && url === undefined) wrong.push(" has no URL");
  if (url !== undefined) wrong.push(...(await faultsOf(url, bytes, file.type)));
  return { status: answer.status, wrong: wrong.map((each) => `${file.name}${each}`) };
}

export const pictures: Proof = {
  name: "pictures",
  title:
    "[I-31] stored uploads are size-limited pictures without metadata, served with their true Content-Type",
  async run({ form, seed }) {
    const random = chance(seed);
    const wrong = new Set<string>();
    const counts = { stored: 0, refused: 0 };
    await inMarket(["--empty"], async (market) => {
      const { distributors } = await joinTraders(market, 0, 1);
      const { token } = distributors[0]!;
      for (const file of UPLOAD_SAMPLES.filter(() => random() < SHARE[form])) {
        for (const field of ["image", "qrCode"] as const) {
          const answer = await upload(market, token, file, field);
          for (const fault of answer.wrong) wrong.add(fault);
          counts[answer.status === 200 ? "stored" : "refused"] += 1;
        }
      }
    });
    return [
      least("files stored", counts.stored),
      least("files refused", counts.refused),
      none("files wrongly stored, refused or served", wrong),
    ];
  },
};
