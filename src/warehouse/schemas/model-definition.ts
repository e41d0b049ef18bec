import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { int64Schema, integer, openObject, opt } from "../../core/schema/schema.js";

/**
 * Options of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface ModelOptions extends Fields<typeof modelOptionsShape> {}

const modelOptionsShape = {
  /** Names of the label columns. */
  labels: opt(z.array(z.string())),
  /** Loss function. */
  lossType: opt(z.string()),
  /** Type of the model. */
  modelType: opt(z.string()),
};

/** Schema of `ModelOptions`, with `parse` and `safeParse`. */
export const ModelOptions: SchemaOf<ModelOptions> = /* @__PURE__ */ openObject(modelOptionsShape);

/**
 * Options of one training run of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface BqmlTrainingOptions extends Fields<typeof bqmlTrainingOptionsShape> {}

const bqmlTrainingOptionsShape = {
  /** Whether training stops when the loss no longer decreases by `minRelProgress`. */
  earlyStop: opt(z.boolean()),
  /** Weight of the L1 regularization. */
  l1Reg: opt(z.number()),
  /** Weight of the L2 regularization. */
  l2Reg: opt(z.number()),
  /** Learning rate, if it is constant. */
  learnRate: opt(z.number()),
  /** How the learning rate is chosen. */
  learnRateStrategy: opt(z.string()),
  /** Initial learning rate of a line search. */
  lineSearchInitLearnRate: opt(z.number()),
  /** Maximum number of iterations. */
  maxIteration: opt(int64Schema()),
  /** Minimum relative decrease of the loss with which training continues. */
  minRelProgress: opt(z.number()),
  /** Whether training starts with the result of an earlier run. */
  warmStart: opt(z.boolean()),
};

/** Schema of `BqmlTrainingOptions`, with `parse` and `safeParse`. */
export const BqmlTrainingOptions: SchemaOf<BqmlTrainingOptions> = /* @__PURE__ */ openObject(bqmlTrainingOptionsShape);

/**
 * Result of one iteration of a training run.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface BqmlIterationResult extends Fields<typeof bqmlIterationResultShape> {}

const bqmlIterationResultShape = {
  /** Index of the iteration, from 0. */
  index: opt(integer()),
  /** Duration of the iteration, in milliseconds. */
  durationMs: opt(int64Schema()),
  /** Loss over the evaluation data. */
  evalLoss: opt(z.number()),
  /** Loss over the training data. */
  trainingLoss: opt(z.number()),
  /** Learning rate of the iteration. */
  learnRate: opt(z.number()),
};

/** Schema of `BqmlIterationResult`, with `parse` and `safeParse`. */
export const BqmlIterationResult: SchemaOf<BqmlIterationResult> = /* @__PURE__ */ openObject(bqmlIterationResultShape);

/**
 * One training run of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface BqmlTrainingRun extends Fields<typeof bqmlTrainingRunShape> {}

const bqmlTrainingRunShape = {
  /** State of the run. */
  state: opt(z.string()),
  /** Start of the run, as an RFC 3339 timestamp. */
  startTime: opt(z.string()),
  /** Options of the run. */
  trainingOptions: opt(BqmlTrainingOptions),
  /** Results of the iterations, in order. */
  iterationResults: opt(z.array(BqmlIterationResult)),
};

/** Schema of `BqmlTrainingRun`, with `parse` and `safeParse`. */
export const BqmlTrainingRun: SchemaOf<BqmlTrainingRun> = /* @__PURE__ */ openObject(bqmlTrainingRunShape);

/**
 * A machine-learning model that is stored as a table.
 *
 * @deprecated Use the models API of BigQuery.
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface ModelDefinition extends Fields<typeof modelDefinitionShape> {}

const modelDefinitionShape = {
  /** Options of the model. */
  modelOptions: opt(ModelOptions),
  /** Training runs, in order. */
  trainingRuns: opt(z.array(BqmlTrainingRun)),
};

/** Schema of `ModelDefinition`, with `parse` and `safeParse`. */
export const ModelDefinition: SchemaOf<ModelDefinition> = /* @__PURE__ */ openObject(modelDefinitionShape);
