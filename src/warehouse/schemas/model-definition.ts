import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Options of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface ModelOptions {
  /** Names of the label columns. */
  labels?: string[] | undefined;
  /** Loss function. */
  lossType?: string | undefined;
  /** Type of the model. */
  modelType?: string | undefined;
}

/** Schema of `ModelOptions`, with `parse` and `safeParse`. */
export const ModelOptions: SchemaOf<ModelOptions> = /* @__PURE__ */ openObject({
  labels: opt(z.array(z.string())),
  lossType: opt(z.string()),
  modelType: opt(z.string()),
} satisfies ShapeOf<ModelOptions>);

/**
 * Options of one training run of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface BqmlTrainingOptions {
  /** Whether training stops when the loss no longer decreases by `minRelProgress`. */
  earlyStop?: boolean | undefined;
  /** Weight of the L1 regularization. */
  l1Reg?: number | undefined;
  /** Weight of the L2 regularization. */
  l2Reg?: number | undefined;
  /** Learning rate, if it is constant. */
  learnRate?: number | undefined;
  /** How the learning rate is chosen. */
  learnRateStrategy?: string | undefined;
  /** Initial learning rate of a line search. */
  lineSearchInitLearnRate?: number | undefined;
  /** Maximum number of iterations. */
  maxIteration?: Int64 | undefined;
  /** Minimum relative decrease of the loss with which training continues. */
  minRelProgress?: number | undefined;
  /** Whether training starts with the result of an earlier run. */
  warmStart?: boolean | undefined;
}

/** Schema of `BqmlTrainingOptions`, with `parse` and `safeParse`. */
export const BqmlTrainingOptions: SchemaOf<BqmlTrainingOptions> = /* @__PURE__ */ openObject({
  earlyStop: opt(z.boolean()),
  l1Reg: opt(z.number()),
  l2Reg: opt(z.number()),
  learnRate: opt(z.number()),
  learnRateStrategy: opt(z.string()),
  lineSearchInitLearnRate: opt(z.number()),
  maxIteration: opt(int64Schema()),
  minRelProgress: opt(z.number()),
  warmStart: opt(z.boolean()),
} satisfies ShapeOf<BqmlTrainingOptions>);

/**
 * Result of one iteration of a training run.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface BqmlIterationResult {
  /** Index of the iteration, from 0. */
  index?: number | undefined;
  /** Duration of the iteration, in milliseconds. */
  durationMs?: Int64 | undefined;
  /** Loss over the evaluation data. */
  evalLoss?: number | undefined;
  /** Loss over the training data. */
  trainingLoss?: number | undefined;
  /** Learning rate of the iteration. */
  learnRate?: number | undefined;
}

/** Schema of `BqmlIterationResult`, with `parse` and `safeParse`. */
export const BqmlIterationResult: SchemaOf<BqmlIterationResult> = /* @__PURE__ */ openObject({
  index: opt(integer()),
  durationMs: opt(int64Schema()),
  evalLoss: opt(z.number()),
  trainingLoss: opt(z.number()),
  learnRate: opt(z.number()),
} satisfies ShapeOf<BqmlIterationResult>);

/**
 * One training run of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface BqmlTrainingRun {
  /** State of the run. */
  state?: string | undefined;
  /** Start of the run, as an RFC 3339 timestamp. */
  startTime?: string | undefined;
  /** Options of the run. */
  trainingOptions?: BqmlTrainingOptions | undefined;
  /** Results of the iterations, in order. */
  iterationResults?: BqmlIterationResult[] | undefined;
}

/** Schema of `BqmlTrainingRun`, with `parse` and `safeParse`. */
export const BqmlTrainingRun: SchemaOf<BqmlTrainingRun> = /* @__PURE__ */ openObject({
  state: opt(z.string()),
  startTime: opt(z.string()),
  trainingOptions: opt(BqmlTrainingOptions),
  iterationResults: opt(z.array(BqmlIterationResult)),
} satisfies ShapeOf<BqmlTrainingRun>);

/**
 * A machine-learning model that is stored as a table.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface ModelDefinition {
  /** Options of the model. */
  modelOptions?: ModelOptions | undefined;
  /** Training runs, in order. */
  trainingRuns?: BqmlTrainingRun[] | undefined;
}

/** Schema of `ModelDefinition`, with `parse` and `safeParse`. */
export const ModelDefinition: SchemaOf<ModelDefinition> = /* @__PURE__ */ openObject({
  modelOptions: opt(ModelOptions),
  trainingRuns: opt(z.array(BqmlTrainingRun)),
} satisfies ShapeOf<ModelDefinition>);
