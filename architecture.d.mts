export type Zone = {
  readonly name: string
  readonly folder: string
  readonly parts: readonly string[]
  readonly arePartsClosed?: boolean
  readonly files?: readonly string[]
  readonly imports: readonly string[]
  readonly packages: 'declared' | 'root' | readonly string[]
  readonly hasBuiltins: boolean
  readonly besideTests: readonly string[]
}
export const moduleLevels: Readonly<Record<string, number>>
export const zones: readonly Zone[]
export const containerFolders: Readonly<Record<string, readonly string[]>>
export const computedImports: readonly string[]
export const entries: { readonly product: readonly string[]; readonly tests: readonly string[] }
export const testFiles: readonly string[]
export const dataTables: readonly string[]
