export type Answer = { readonly status: number; readonly body: unknown; readonly isTaken: boolean }

export const say = (status: number, body: unknown): Answer => ({ status, body, isTaken: false })

/** Errors carry one of the documented codes. */
export const refuse = (status: number, code: string, message: string): Answer => say(status, { code, message })
