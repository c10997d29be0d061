/** Which builtins take complex numbers; any other refuses them by name, whatever it would make of them. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { elementOf, isComplex } from "../../../types/types.ts";
import { type Argument, isComputed, type Known } from "../known.ts";
import { report, type Scope } from "../scope.ts";

const takers: ReadonlySet<string> = new Set(
  [
    "add subtract multiply divide true_divide power pow negative positive absolute abs square exp log sqrt",
    "conj conjugate real imag angle iscomplexobj isrealobj isnan isinf isfinite where equal not_equal",
    "logical_and logical_or logical_xor logical_not any all count_nonzero array_equal",
    "sum prod mean cumsum cumprod trace diff dot matmul vdot inner outer kron einsum convolve",
    "zeros_like ones_like empty_like full full_like array asarray asanyarray ascontiguousarray copy fill astype item",
    "concatenate concat stack vstack hstack column_stack append tile repeat roll take diag diagonal tril triu",
    "reshape ravel flatten transpose permute_dims matrix_transpose swapaxes moveaxis expand_dims squeeze view",
    "atleast_1d atleast_2d broadcast_to flip flipud fliplr rot90 shape size ndim len",
    "enumerate zip reversed list tuple map plmap",
  ].flatMap((names) => names.split(" ")),
);

export function refusesComplex(scope: Scope, name: string, args: readonly Argument[], span: Span): boolean {
  const base = name.split(".").at(-1) ?? name;
  const isLinear = name.startsWith("np.linalg");
  if (isLinear && ["det", "inv", "solve"].includes(base)) return false;
  if (takers.has(base) && !name.startsWith("math.") && !isLinear) return false;
  if (!args.some(({ known }) => hasComplex(known))) return false;
  const message = `\`${name}\` does not take complex numbers`;
  const help = "give it `.real`, `.imag` or abs() of them";
  report(scope, diagnose("bad-operands", span, { message, help }));
  return true;
}

function hasComplex(known: Known): boolean {
  if (known.kind === "tuple") return known.items.some(hasComplex);
  return isComputed(known) && isComplex(elementOf(known.expr.type));
}
