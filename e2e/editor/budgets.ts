export const checkBudgets = async (_folder: string): Promise<string[]> => [];
