/** A column of a read model. `Written` and `Read` are the types of its values in TypeScript; dates are strings. */
export interface Column<Written = unknown, Read = unknown> {
  type: string;
  nullable: boolean;
  oneOf?: readonly string[];
  /** Carries the types; never set. */
  values?: { written: Written; read: Read };
}

/** Definition of a table whose rows are folded from streams. DDL and row types derive from it. */
export interface Table<Columns extends Record<string, Column> = Record<string, Column>> {
  name: string;
  columns: Columns;
  key: readonly (keyof Columns & string)[];
  /** By index name, the part after `create index … on <table>`. */
  indexes: Readonly<Record<string, string>>;
}

type Written<C> = C extends Column<infer Value> ? Value : never;
type Read<C> = C extends Column<unknown, infer Value> ? Value : never;

/** A row as written; times are ISO 8601 strings. */
export type WrittenRow<T extends Table> = { [Name in keyof T['columns']]: Written<T['columns'][Name]> };
export type ReadRow<T extends Table> = { [Name in keyof T['columns']]: Read<T['columns'][Name]> };

const column = <W, R = W>(type: string, oneOf?: readonly string[]): Column<W, R> => ({ type, nullable: false, oneOf });

export const uuid = column<string>('uuid');
export const uuids = column<readonly string[], string[]>('uuid[]');
export const boolean = column<boolean>('boolean');
export const smallint = column<number>('smallint');
export const smallints = column<readonly number[], number[]>('smallint[]');
/** With null elements, such as the strokes of an incomplete card. */
export const sparseSmallints = column<readonly (number | null)[], (number | null)[]>('smallint[]');
export const bigint = column<string>('bigint');
export const timestamptz = column<string, Date>('timestamptz');
export const date = column<string>('date');
/** Written by statements of its own, and left empty by the fold. */
export const jsonb = column<never, unknown>('jsonb');
export const text = <Value extends string = string>(): Column<Value, Value> => column<Value>('text');
export const oneOf = <Value extends string>(...values: readonly Value[]): Column<Value, Value> =>
  column<Value>('text', values);

/** Makes a column nullable. */
export function nullable<W, R>({ type, oneOf }: Column<W, R>): Column<W | null, R | null> {
  return { type, oneOf, nullable: true };
}

/** Defines a table with precise types. */
export function table<const Name extends string, Columns extends Record<string, Column>>(
  name: Name,
  rest: Omit<Table<Columns>, 'name'>,
): Table<Columns> & { name: Name } {
  return { name, ...rest };
}

/** The column list of `create table`, without the key. */
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
