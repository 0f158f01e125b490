import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { PreparedDocuments, type ReadyOperation } from '../../documents/index.js';
import type { PreparedOperation, PublishedGraph } from '../../graph.js';
import { type CostModel, type OperationLimits, readCostModel } from '../../limits/index.js';
import { authorizedOperation, type UnauthorizedMode } from '../authorization/authorized-operation.js';
import { Requirements } from '../authorization/requirements.js';
import { withStatusOfRefusal } from '../clients/refused-operations.js';
import { connectSubgraph, type SubgraphConnections } from '../subgraphs/data-source.js';
import { type EngineOptions, openOnEngine } from './engine.js';
import { readHttpSupergraph } from './http-supergraph.js';

export interface GenerationOptions extends SubgraphConnections, EngineOptions {
  /** Whether settings may name subgraphs that the supergraph does not have. */
  readonly allowsUnknownNames: boolean;
  readonly limits: OperationLimits;
  /** What becomes of operations that select what the client may not; undefined where the subgraphs see to it. */
  readonly unauthorized: UnauthorizedMode | undefined;
}

/** One supergraph as it is served, with connections and prepared operations of its own. It ends with the last request that began with it. */
export class Generation {
  readonly graph: PublishedGraph;
  readonly documents: PreparedDocuments;
  /** SHA-256 of the SDL, hexadecimal. */
  readonly hash: string;
  /** Whether the gateway decides who may select what: the supergraph has requirements. */
  readonly authorizes: boolean;
  readonly #end: () => Promise<void>;
  #underWay = 0;
  #isRetired = false;

  private constructor(parts: Pick<Generation, 'graph' | 'hash' | 'authorizes'> & GenerationParts) {
    this.hash = parts.hash;
    this.authorizes = parts.authorizes;
    this.graph = {
      apiSchema: parts.graph.apiSchema,
      supergraphSdl: parts.graph.supergraphSdl,
      prepare: (request) => this.#counted(parts.authorize(parts.graph.prepare(request))),
    };
    const { limits, costModel } = parts;
    // Where a schema says nothing about sizes, a cost would be a guess that refuses what its owners meant to serve.
    const isFree = !saysWhatFieldsCost(costModel);
    this.documents = new PreparedDocuments({ graph: this.graph, limits, costModel, isFree });
    this.#end = parts.end;
  }

  /**
   * Builds a supergraph beside the one that is served, in steps between which requests are answered.
   * @throws {SupergraphError} when it cannot be served
   */
  static async build(options: GenerationOptions): Promise<Generation> {
    const { supergraphSdl, subgraphs: settings, allowsUnknownNames, limits } = options;
    const configured = settings.byName.keys();
    const { supergraph, subgraphs } = readHttpSupergraph({
      ...{ supergraphSdl, subgraphUrls: settings.urls, configured, allowsUnknownNames },
    });
    await setImmediate();
    const dataSources = new Map(subgraphs.map((subgraph) => [subgraph.name, connectSubgraph(subgraph, options)]));
    const disconnect = async () => void (await Promise.all([...dataSources.values()].map((source) => source.close())));
    try {
      const { graph, close } = await openOnEngine(options, { supergraph, dataSources });
      await setImmediate();
      return new Generation({
        ...{ graph, hash: hashOf(supergraphSdl), limits, end: () => close().then(disconnect) },
        ...authorizationOf(options, { graph, requirements: new Requirements(supergraph, supergraphSdl) }),
        costModel: readCostModel(supergraphSdl),
      });
    } catch (error) {
      await disconnect();
      throw error;
    }
  }

  operation(text: string, name: string | undefined): ReadyOperation {
    return this.documents.operation(text, name);
  }

  /** Ends the connections when no request needs them any more. */
  retire(): void {
    this.#isRetired = true;
    if (this.#underWay === 0) void this.close();
  }

  async close(): Promise<void> {
    await this.#end();
  }

  #counted(prepared: PreparedOperation): PreparedOperation {
    return {
      document: prepared.document,
      operation: prepared.operation,
      execute: async (request): Promise<ExecutionResult> => {
        this.#underWay++;
        try {
          return withStatusOfRefusal(await prepared.execute(request), request.context);
        } finally {
          this.#underWay--;
          if (this.#isRetired && this.#underWay === 0) void this.close();
        }
      },
    };
  }
}

interface GenerationParts {
  authorize(prepared: PreparedOperation): PreparedOperation;
  end(): Promise<void>;
  readonly limits: OperationLimits;
  readonly costModel: CostModel;
}

function authorizationOf(
  { unauthorized }: GenerationOptions,
  parts: { readonly graph: PublishedGraph; readonly requirements: Requirements },
): Pick<Generation, 'authorizes'> & Pick<GenerationParts, 'authorize'> {
  if (unauthorized === undefined || parts.requirements.isEmpty)
    return { authorizes: false, authorize: (prepared) => prepared };
  return { authorizes: true, authorize: (prepared) => authorizedOperation(prepared, { ...parts, mode: unauthorized }) };
}

export function hashOf(supergraphSdl: string): string {
  return createHash('sha256').update(supergraphSdl).digest('hex');
}

function saysWhatFieldsCost({ fields, types, inputFields }: CostModel): boolean {
  return fields.size + types.size + inputFields.size > 0;
}
