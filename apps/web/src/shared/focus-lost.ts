/**
 * A ref for an element that replaces a pressed control. If the focus was lost with the control, this element receives
 * it; otherwise screen readers would restart at the top of the page. Focus on another element does not move.
 */
export function restoreLostFocus(element: HTMLElement | null): void {
  if (element !== null && document.activeElement === document.body) element.focus({ preventScroll: true })
}
