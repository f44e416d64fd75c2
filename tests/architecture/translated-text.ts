import { type Expression, type JSXChild, type JSXElement, type JSXFragment, parseSync, Visitor } from 'oxc-parser'
import type { Sources } from './sources.ts'

/**
 * A page translation replaces each text by an element, and React fails when it then inserts an element before that text.
 * So a text beside an element that comes or goes needs an element of its own.
 */
export function bareTextViolations(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('apps/web/src/') || !path.endsWith('.tsx')) return []
    const violations: string[] = []
    const check = ({ children, start }: JSXElement | JSXFragment): void => {
      if (!children.some(isText) || !children.some(comesAndGoes)) return
      violations.push(
        `${path}:${text.slice(0, start).split('\n').length} has a text beside an element that comes or goes`,
      )
    }
    new Visitor({ JSXElement: check, JSXFragment: check }).visit(parseSync(path, text).program)
    return violations
  })
}

function isText(child: JSXChild): boolean {
  if (child.type === 'JSXText') return child.value.trim() !== ''
  if (child.type !== 'JSXExpressionContainer') return false
  const { expression } = child
  return expression.type === 'TemplateLiteral' || (expression.type === 'Literal' && expression.value !== ' ')
}

function comesAndGoes(child: JSXChild): boolean {
  if (child.type !== 'JSXExpressionContainer' || child.expression.type === 'JSXEmptyExpression') return false
  const { expression } = child
  return !isElement(expression) && mayBeElement(expression)
}

const isElement = ({ type }: Expression): boolean => type === 'JSXElement' || type === 'JSXFragment'

function mayBeElement(expression: Expression): boolean {
  if (expression.type === 'ParenthesizedExpression') return mayBeElement(expression.expression)
  if (expression.type === 'LogicalExpression') return mayBeElement(expression.left) || mayBeElement(expression.right)
  if (expression.type === 'ConditionalExpression')
    return mayBeElement(expression.consequent) || mayBeElement(expression.alternate)
  return isElement(expression)
}
