/** Three columns fit, as `wide` in app.css; a test compares them. */
export const WIDE = '(min-width: 1100px)'
