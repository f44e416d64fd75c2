import { parseSync, Visitor } from 'oxc-parser'

export type FoundImport = {
  /** undefined if computed at run time. */
  readonly specifier: string | undefined
  readonly kind: 'value' | 'type' | 'dynamic'
  readonly line: number
}

export type ParsedFile = {
  readonly imports: readonly FoundImport[]
  readonly hasDefaultExport: boolean
  /** Every string in the file, for files that are referenced by path instead of imported. */
  readonly texts: readonly string[]
}

/** Reads a file's imports and exports from its syntax tree. Throws for a file that does not parse. */
export function parseFile(path: string, text: string): ParsedFile {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const imports: FoundImport[] = []
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    imports.push({ specifier: moduleRequest.value, kind: isType ? 'type' : 'value', line: lineAt(start) })
  }
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) {
        imports.push({ specifier: moduleRequest.value, kind: isType ? 'type' : 'value', line: lineAt(start) })
      }
    }
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const quoted = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    imports.push({ specifier: quoted?.[2], kind: 'dynamic', line: lineAt(start) })
  }
  const texts: string[] = []
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') texts.push(node.value)
    },
    TSImportType(node) {
      imports.push({ specifier: node.source.value, kind: 'type', line: lineAt(node.start) })
    },
  }).visit(program)
  const hasDefaultExport = module.staticExports.some(({ entries }) =>
    entries.some((entry) => entry.exportName.kind === 'Default' || entry.exportName.name === 'default'),
  )
  return { imports, hasDefaultExport, texts }
}
