/**
 * The database of Project X-Ray: which bits of the configuration memory a feature of a tile sets and clears.
 *
 *     const database = openDatabase(folder, { device: "xc7a35t", package: "csg324-1" });
 *     database.bitsOf("INT_L_X0Y0", "WW2BEG0.LOGIC_OUTS_L0", 0);
 *
 * Its formats are described in docs/db_dev_process of prjxray: tilegrid.json, segbits_*.db, ppips_*.db.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface XilinxPart {
  readonly device: string; // xc7a35t
  readonly package: string; // with the speed grade: csg324-1
}

export interface FrameBit {
  readonly frame: number; // its address
  readonly bit: number; // of the frame
  readonly isSet: boolean; // or cleared
}

export interface Database {
  /** Null where nobody knows the feature; none where it is there whatever the bits are. */
  bitsOf(tile: string, feature: string, bit: number): readonly FrameBit[] | null;
  readonly required: string; // FASM that every circuit on the part needs
  readonly partFile: string; // how its configuration memory is built
}

/** Where the database is: where PRJXRAY_DB_DIR says, or where Debian's package puts it; null where it is nowhere. */
export function databaseFolder(): string | null {
  const named = process.env.PRJXRAY_DB_DIR;
  const places = named ? [named] : ["/usr/share/prjxray/database", "/usr/local/share/prjxray/database"];
  return places.find((folder) => existsSync(folder)) ?? null;
}

/** Null where the part is not in it. */
export function openDatabase(folder: string, part: XilinxPart): Database | null {
  const name = `${part.device}${part.package}`;
  const family = join(folder, familyOf(part.device));
  const partFile = join(family, name, "part.yaml");
  const fabric = fabricIn(textOf(join(family, "mapping/devices.yaml")), part.device);
  if (fabric === null || !existsSync(partFile)) return null;
  const grid = JSON.parse(textOf(join(family, fabric, "tilegrid.json"))) as Readonly<Record<string, Tile>>;
  const types = new Map<string, TileType>();
  const typeNamed = (type: string): TileType => {
    const found = types.get(type) ?? readType(family, type);
    types.set(type, found);
    return found;
  };
  return {
    ...{ partFile, required: textOf(join(family, name, "required_features.fasm")) },
    bitsOf: (tile, feature, bit) => {
      const at = grid[tile];
      return at === undefined ? null : bitsIn(at, feature, bit, typeNamed);
    },
  };
}

function familyOf(device: string): string {
  const families = { a: "artix7", k: "kintex7", s: "spartan7", z: "zynq7" } as const;
  return families[device.slice(3, 4) as keyof typeof families] ?? "artix7";
}

/** Of lines `"xc7a35t":` and, below each, `fabric: "xc7a50t"`. */
function fabricIn(yaml: string, device: string): string | null {
  return new RegExp(`^"?${device}"?:\\s*\\n\\s+fabric: "?(\\w+)"?`, "m").exec(yaml)?.[1] ?? null;
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** As tilegrid.json has it. */
interface Tile {
  readonly type: string;
  readonly bits: Readonly<Partial<Record<Block, Segment>>>;
}

type Block = "CLB_IO_CLK" | "BLOCK_RAM";

interface Segment {
  readonly baseaddr: string; // of its first frame
  readonly offset: number; // words of 32 bits
  readonly alias?: {
    readonly type: string; // whose features it has
    readonly sites: Readonly<Record<string, string>>; // what that one calls them
    readonly start_offset: number; // words of that one before it
  };
}

interface TileType {
  readonly features: ReadonlyMap<string, { readonly block: Block; readonly bits: readonly SegmentBit[] }>;
  readonly fixed: ReadonlySet<string>; // connections that are always there
}

interface SegmentBit {
  readonly column: number;
  readonly bit: number;
  readonly isSet: boolean;
}

function bitsIn(
  tile: Tile,
  feature: string,
  bit: number,
  typeNamed: (type: string) => TileType,
): readonly FrameBit[] | null {
  if (typeNamed(tile.type).fixed.has(`${tile.type}.${feature}`)) return [];
  const alias = Object.values(tile.bits).find((segment) => segment.alias !== undefined)?.alias;
  const [site = "", ...rest] = feature.split(".");
  const own = alias === undefined ? feature : [alias.sites[site] ?? site, ...rest].join(".");
  const type = alias?.type ?? tile.type;
  const { features, fixed } = typeNamed(type);
  const name = `${type}.${own}`;
  if (fixed.has(name)) return [];
  const found = features.get(`${name}[${bit}]`) ?? (bit === 0 ? features.get(name) : undefined);
  const segment = found === undefined ? undefined : tile.bits[found.block];
  if (found === undefined || segment === undefined) return null;
  const word = segment.offset - (segment.alias?.start_offset ?? 0);
  return found.bits.map(({ column, bit: at, isSet }) => {
    return { frame: Number(segment.baseaddr) + column, bit: 32 * word + at, isSet };
  });
}

function readType(family: string, type: string): TileType {
  const name = type.toLowerCase();
  const read = (file: string): readonly string[] =>
    textOf(join(family, file))
      .split("\n")
      .filter((line) => line !== "");
  const segments = (file: string, block: Block) =>
    read(file).map((line) => {
      const [feature = "", ...bits] = line.split(" ");
      return [withoutZeros(feature), { block, bits: bits.map(segmentBit) }] as const;
    });
  return {
    features: new Map([
      ...segments(`segbits_${name}.db`, "CLB_IO_CLK"),
      ...segments(`segbits_${name}.block_ram.db`, "BLOCK_RAM"),
    ]),
    fixed: new Set(read(`ppips_${name}.db`).map((line) => line.split(" ")[0] ?? "")),
  };
}

/** INIT[007] is INIT[7]. */
function withoutZeros(feature: string): string {
  return feature.replace(/\[0*(\d+)\]$/, "[$1]");
}

/** `!28_05`: column 28 of the tile's frames, bit 5, cleared. */
function segmentBit(text: string): SegmentBit {
  const isSet = !text.startsWith("!");
  const [column = "", bit = ""] = text.slice(isSet ? 0 : 1).split("_");
  return { column: Number(column), bit: Number(bit), isSet };
}
