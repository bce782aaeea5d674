/** A column of a read model's table. `Written` and `Read`: what its values are in this program; dates are read as text. */
export interface Column<Written = unknown, Read = unknown> {
  /** As Postgres names it. */
  type: string;
  nullable: boolean;
  /** The only values that it takes. */
  oneOf?: readonly string[];
  /** For types alone; never there. */
  values?: { written: Written; read: Read };
}

/** A table of rows that are folded from streams; everything else about it follows from this. */
export interface Table<Columns extends Record<string, Column> = Record<string, Column>> {
  name: string;
  columns: Columns;
  key: readonly (keyof Columns & string)[];
  /** By name: the rest of `create index … on …`. */
  indexes: Readonly<Record<string, string>>;
}

type Written<C> = C extends Column<infer Value> ? Value : never;
type Read<C> = C extends Column<unknown, infer Value> ? Value : never;

/** A row of a table as it is written; times are ISO 8601. */
export type WrittenRow<T extends Table> = { [Name in keyof T['columns']]: Written<T['columns'][Name]> };
export type ReadRow<T extends Table> = { [Name in keyof T['columns']]: Read<T['columns'][Name]> };

const column = <W, R = W>(type: string, oneOf?: readonly string[]): Column<W, R> => ({ type, nullable: false, oneOf });

export const uuid = column<string>('uuid');
export const uuids = column<readonly string[], string[]>('uuid[]');
export const boolean = column<boolean>('boolean');
export const smallint = column<number>('smallint');
export const smallints = column<readonly number[], number[]>('smallint[]');
/** Where some may be missing, such as the strokes of a card. */
export const sparseSmallints = column<readonly (number | null)[], (number | null)[]>('smallint[]');
export const timestamptz = column<string, Date>('timestamptz');
export const date = column<string>('date');
export const text = <Value extends string = string>(): Column<Value, Value> => column<Value>('text');
export const oneOf = <Value extends string>(...values: readonly Value[]): Column<Value, Value> =>
  column<Value>('text', values);

/** The same column where it may be empty. */
export function nullable<W, R>({ type, oneOf }: Column<W, R>): Column<W | null, R | null> {
  return { type, oneOf, nullable: true };
}

/** Completes the types of a definition. */
export function table<const Name extends string, Columns extends Record<string, Column>>(
  name: Name,
  rest: Omit<Table<Columns>, 'name'>,
): Table<Columns> & { name: Name } {
  return { name, ...rest };
}

/** The text between the brackets of `create table`, without the key. */
export function columnsOf({ columns }: Table): string {
  return Object.entries(columns)
    .map(([name, { type, nullable, oneOf }]) => {
      const check = oneOf === undefined ? '' : ` check (${name} in (${oneOf.map((value) => `'${value}'`).join(', ')}))`;
      return `${name} ${type}${nullable ? '' : ' not null'}${check}`;
    })
    .join(', ');
}

export function indexesOf(schema: string, { name, indexes }: Table): string[] {
  return Object.entries(indexes).map(
    ([index, rest]) => `create index if not exists ${index} on ${schema}.${name} ${rest}`,
  );
}
