import { fileURLToPath } from 'node:url';
import { API, SignatureKind, SymbolFlags, TypeFlags, type Symbol, type Type } from 'typescript/unstable/sync';
import type { AnswerSchemas, Schema } from '../http/openapi.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPONENTS = '#/components/schemas/';
/** Aliases replaced by their first argument: `status`, which they omit, is added to every answer. */
const WITHOUT_STATUS = new Set(['Answered', 'Omit']);
const SIMPLE: readonly (readonly [TypeFlags, Schema])[] = [
  [TypeFlags.Boolean | TypeFlags.BooleanLiteral, { type: 'boolean' }],
  [TypeFlags.Null, { type: 'null' }],
  [TypeFlags.String, { type: 'string' }],
  [TypeFlags.Number, { type: 'number' }],
  [TypeFlags.Unknown | TypeFlags.Any, {}],
];
const STATUS: Schema = { type: 'integer' };

/**
 * JSON schemas of each route's answer: read from the return types of the controllers' methods, and so from the types of
 * libs/contract. `names`: of the operations, as in the document of the API, `MatchController_score`; a controller may have other
 * methods.
 */
export function answerSchemas(names: ReadonlySet<string>): AnswerSchemas {
  const api = new API({ cwd: ROOT });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`] }).getProjects();
    if (project === undefined) throw new Error('The api has no TypeScript project');
    const { checker, program } = project;
    const schemas: Record<string, Schema> = {};

    const unionOf = (types: readonly Type[]): Schema => {
      const defined = types.filter(({ flags }) => (flags & TypeFlags.Undefined) === 0);
      const words = defined.flatMap((type) =>
        type.isStringLiteralType() || type.isNumberLiteralType() ? type.value : [],
      );
      const others = defined.filter((type) => !type.isStringLiteralType() && !type.isNumberLiteralType());
      const anyOf = [...new Set(others.map((type) => JSON.stringify(schemaOf(type))))]
        .sort()
        .map((text) => JSON.parse(text));
      // The compiler returns the members of a union in any order.
      if (words.length > 0) anyOf.push({ enum: words.sort((one, other) => (one < other ? -1 : 1)) });
      return anyOf.length === 1 ? anyOf[0] : { anyOf };
    };
    const schemaOf = (type: Type): Schema => {
      if (type.isUnionType()) return unionOf(type.getTypes() ?? []);
      const simple = SIMPLE.find(([flags]) => (type.flags & flags) !== 0);
      if (simple !== undefined) return simple[1];
      if (type.isLiteralType()) return { enum: [type.value] };
      if (type.isTypeReference() && checker.isArrayLikeType(type)) {
        return { type: 'array', items: (checker.getTypeArguments(type) ?? []).map(schemaOf)[0] ?? {} };
      }
      const { name = '' } = type.getAliasSymbol() ?? type.getSymbol() ?? {};
      const isNamed = /^[A-Z]/.test(name) && type.getAliasTypeArguments().length === 0;
      return isNamed ? namedOf(name, type) : objectOf(type);
    };
    const described = (schema: Schema, symbol: Symbol | undefined): Schema => {
      const description = symbol?.getDocumentationComment(checker) ?? '';
      return description === '' ? schema : { ...schema, description };
    };
    const namedOf = (name: string, type: Type): Schema => {
      if (!(name in schemas)) {
        // Types may be recursive.
        schemas[name] = {};
        schemas[name] = described(objectOf(type), type.getAliasSymbol() ?? type.getSymbol());
      }
      return { $ref: COMPONENTS + name };
    };
    const objectOf = (type: Type, more: Record<string, Schema> = {}): Schema => {
      const fields = checker.getPropertiesOfType(type);
      const properties = fields.map((field): [string, Schema] => [
        field.name,
        described(schemaOf(checker.getTypeOfSymbol(field) ?? type), field),
      ]);
      const required = fields.filter(({ flags }) => (flags & SymbolFlags.Optional) === 0).map(({ name }) => name);
      const [index] = checker.getIndexInfosOfType(type);
      return {
        type: 'object',
        properties: { ...Object.fromEntries(properties), ...more },
        required: [...required, ...Object.keys(more)],
        ...(index === undefined ? {} : { additionalProperties: schemaOf(index.valueType) }),
      };
    };
    const answerOf = (type: Type): Schema => {
      const [whole] = type.getAliasTypeArguments();
      if (whole !== undefined && WITHOUT_STATUS.has(type.getAliasSymbol()?.name ?? '')) return schemaOf(whole);
      // Only plain objects get a status.
      const isClass = ((type.getSymbol()?.flags ?? 0) & SymbolFlags.Class) !== 0;
      return objectOf(type, isClass ? {} : { status: STATUS });
    };

    const controllers = program
      .getSourceFileNames()
      .filter((file) => file.startsWith(`${ROOT}src/`) && file.endsWith('.controller.ts'))
      .flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!));
    const operations = controllers.flatMap((controller) =>
      checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(controller)).flatMap((method) => {
        const name = `${controller.name}_${method.name}`;
        if (!names.has(name)) return [];
        const [signature] = checker.getSignaturesOfType(checker.getTypeOfSymbol(method)!, SignatureKind.Call);
        const returned = signature && checker.getReturnTypeOfSignature(signature);
        if (returned === undefined) return [];
        const isPromise = returned.getSymbol()?.name === 'Promise' && returned.isTypeReference();
        const answer = isPromise ? checker.getTypeArguments(returned)[0]! : returned;
        if (/^(Buffer|Date)\b/.test(checker.typeToString(answer))) return [];
        return [[name, answerOf(answer)] as const];
      }),
    );
    return { operations: sorted(Object.fromEntries(operations)), schemas: sorted(schemas) };
  } finally {
    api.close();
  }
}

const sorted = (named: Record<string, Schema>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)));
