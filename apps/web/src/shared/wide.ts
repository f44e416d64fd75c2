/** From this width, each screen has the app's header, and no bottom bar. A test compares the widths with app.css. */
export const HEADER_EVERYWHERE = '(min-width: 768px)'

/** From this width, the slip fits beside the content, and a row of the list has several markets. */
export const TWO_COLUMNS = '(min-width: 1024px)'

/** From this width, the sports fit as a third column. */
export const WIDE = '(min-width: 1100px)'
