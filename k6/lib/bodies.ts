// The bodies that unRealEstate's k6 scripts sent.

export const agent = {
  firstname: 'John',
  lastname: 'Doe',
  nickname: 'JohnDoe',
  email: 'johndoe@gmail.com',
  phone: '+43johndoe',
  birthDate: '2023-09-17',
};

export function property(agentId: number) {
  return {
    agentId,
    ownerName: 'John',
    state: 'NY',
    city: 'New York',
    address: '1st alley, right',
    price: 100500,
    description: 'This is a very good property',
  };
}
